import { expect, it } from 'vitest'
import { runCrashRounds } from './crash-run.ts'

// Both kinds of kill once; `npm run test:crash` runs as many rounds as asked for.
it('[BZ-20] loses no acknowledged point and no alarm, and has none twice, when server and database are killed', {
  timeout: 240_000,
}, async () => {
  const { samples, alarms } = await runCrashRounds({ rounds: 2 })
  expect(samples).toMatchObject({ missing: 0, twice: 0, conflicts: 0, wrongRollups: 0 })
  expect(samples.acked).toBeGreaterThan(1_000)
  expect(alarms).toMatchObject({ lost: [], invented: [], brokenChains: 0, wronglyTold: 0 })
  expect(alarms.judgements).toBeGreaterThan(2)
})
