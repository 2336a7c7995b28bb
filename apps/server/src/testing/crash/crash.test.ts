import { expect, it } from 'vitest'
import { runCrashRounds } from './crash-run.ts'

// Both kinds of kill once; `npm run test:crash` runs as many rounds as asked for.
it('loses no acknowledged point and stores none twice when server and database are killed', {
  timeout: 240_000,
}, async () => {
  const verdict = await runCrashRounds({ rounds: 2 })
  expect(verdict).toMatchObject({ missing: 0, twice: 0, conflicts: 0, wrongRollups: 0 })
  expect(verdict.acked).toBeGreaterThan(1_000)
})
