/**
 * For compilers and linters written in Go. They live for a minute and keep nearly all they make: collected at every doubling,
 * a quarter of their work is collecting. Beyond the limit they collect often again, so that a small machine carries them.
 */
export const GO_MEMORY = { GOGC: '400', GOMEMLIMIT: '3GiB' }
