import { expect, it } from 'vitest'
import { runCrashRounds } from './crash-run.ts'

// Each kind of kill once; `npm run test:crash` runs any number of rounds.
it('[BZ-20] neither loses nor duplicates acknowledged points and alarms when server and database are killed', {
  timeout: 240_000,
}, async () => {
  const { samples, alarms } = await runCrashRounds({ rounds: 2 })
  expect(samples).toMatchObject({ missing: 0, twice: 0, conflicts: 0, wrongRollups: 0 })
  expect(samples.acked).toBeGreaterThan(1_000)
  expect(alarms).toMatchObject({ lost: [], invented: [], displaced: 0, brokenChains: 0, wronglyTold: 0 })
  expect(alarms.judgements).toBeGreaterThan(2)
})
