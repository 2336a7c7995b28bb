import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWorkplace, type Workplace } from './workplace.mjs'

let dir: string
let place: Workplace
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'natim-place-'))
  place = openWorkplace({ folder: join(dir, 'own'), logs: dir, name: 'e2e/shell', env: { EXTRA: 'more' } })
})
afterEach(async () => {
  await place.close()
  rmSync(dir, { recursive: true })
})

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
const log = () => readFileSync(place.logFile, 'utf8')

it("writes a program's output to its log file, and returns its exit code", async () => {
  expect(await place.run('sh', ['-c', 'echo out; echo err >&2; exit 3'])).toBe(3)
  expect(log()).toBe('out\nerr\n')
})

it('gives programs their own folder and the test environment, with additions', async () => {
  await place.run('sh', ['-c', 'echo "$TMPDIR $EXTRA $MORE"'], { MORE: 'yet' })
  expect(log()).toBe(`${place.folder} more yet\n`)
})

it('measures the CPU time of its programs', async () => {
  await place.run('sh', ['-c', 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'])
  expect(place.cpuSeconds()).toBeGreaterThan(0.02)
})

it('ends processes that a program left behind, also in another session, and names them', async () => {
  // The last one has left the process group and the folder, as browsers do.
  await place.run('sh', ['-c', 'sleep 1000 & echo $!; cd /; setsid sleep 1001 & echo $!'])
  await sleep(200)
  const pids = log().trim().split('\n').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  expect(await place.close()).toEqual(pids.map((pid) => `sleep (${pid})`))
  expect(pids.map(isAlive)).toEqual([false, false])
  expect(existsSync(place.folder)).toBe(false)
})

it('kills a process that ignores the signal', async () => {
  await place.run('sh', ['-c', 'sh -c \'trap "" TERM; while :; do sleep 1; done\' & echo $!'])
  const pid = Number(log())
  await place.close({ graceMs: 100, patienceMs: 300 })
  expect(isAlive(pid)).toBe(false)
})
