// Holds the header that is precompiled for every test (test/CMakeLists.txt); its main is that of
// GoogleTest.
