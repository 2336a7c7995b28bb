import { runCrashRounds } from './crash-run.ts'

// npm run test:crash -- --rounds 20
const { argv } = process
const given = Number(argv[argv.indexOf('--rounds') + 1])
const rounds = argv.includes('--rounds') && Number.isInteger(given) ? given : 20
const print = (line: string) => process.stdout.write(`${line}\n`)

const verdict = await runCrashRounds({
  rounds,
  onRound: (round, target, acked) =>
    print(`round ${round}/${rounds}: kill -9 of the ${target} at ${acked} acknowledged points`),
})
print(JSON.stringify(verdict))
const { missing, twice, conflicts, wrongRollups } = verdict
process.exitCode = missing + twice + conflicts + wrongRollups === 0 ? 0 : 1
print(process.exitCode === 0 ? 'every acknowledged point is there, none twice, rollups are right' : 'FAILED')
