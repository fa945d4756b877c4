// A shared library with a valid name and without the entry symbol.
extern "C" int something_else(void) { return 0; }
