/**
 * Settings of Go's garbage collector for what is compiled and started here, below those of the user: both are short work on a machine with memory to spare, and the
 * collector takes a fifth of its processor time otherwise (measured: compiling client-go 126 s and 97 s; six suites 175 s and 148 s). Near the limit it works as usual.
 *
 * Source: https://go.dev/doc/gc-guide
 */
export const COLLECT_LESS: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '1GiB' };
