import fc from 'fast-check'

/**
 * Loaded before the tests of a workspace with property tests: a fixed seed, so that a failure is due to a change and
 * not to other examples. `npm run test:fuzz` explores more.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 2026) })
