/**
 * For compilers and linters written in Go. They are short-lived and keep nearly everything they allocate: with the
 * default setting a quarter of their work is garbage collection. Above the limit they collect often again, so that they
 * fit a small machine.
 */
export const GO_MEMORY = { GOGC: '400', GOMEMLIMIT: '3GiB' }
