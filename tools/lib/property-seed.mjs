import fc from 'fast-check'

/**
 * Loaded before the tests of a workspace that states properties: a run takes the same examples every time, so that it is
 * red for what a change did and for nothing else. `npm run test:fuzz` looks further.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 2026) })
