import { runCrashRounds } from './crash-run.ts'

// npm run test:crash -- --rounds 20
const { argv } = process
const given = Number(argv[argv.indexOf('--rounds') + 1])
const rounds = argv.includes('--rounds') && Number.isInteger(given) ? given : 20
const print = (line: string) => process.stdout.write(`${line}\n`)

const { samples, alarms } = await runCrashRounds({
  rounds,
  onRound: (round, target, acked) =>
    print(`round ${round}/${rounds}: kill -9 of the ${target} at ${acked} acknowledged points`),
})
print(JSON.stringify({ samples, alarms }))
const { missing, twice, conflicts, wrongRollups } = samples
const wrongAlarms =
  alarms.lost.length + alarms.invented.length + alarms.displaced + alarms.brokenChains + alarms.wronglyTold
process.exitCode = missing + twice + conflicts + wrongRollups + wrongAlarms === 0 ? 0 : 1
const fine = 'every acknowledged point is there, none twice; rollups are right; no alarm is lost, doubled or told twice'
print(process.exitCode === 0 ? fine : 'FAILED')
