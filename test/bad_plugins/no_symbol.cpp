// A shared library with the right name and nothing to offer.
extern "C" int something_else(void) { return 0; }
