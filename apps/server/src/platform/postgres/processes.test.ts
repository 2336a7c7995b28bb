import { spawn } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { findServerProcesses, type ProcessTable, psTable, readProcessStart } from './processes.ts'

const children: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
const sleeper = () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  children.push(child)
  return child
}
const tableOf = (...titles: string[]): ProcessTable => ({
  titles: async () => titles.map((title, index) => ({ pid: index + 1, title })),
  startOf: async () => undefined,
})

it('recognises the processes of a server by its cluster name, wherever the program is installed', async () => {
  const table = tableOf(
    '/Users/a b/native/bin/postgres -D /Users/a b/data -c cluster_name=natim-1 -c port=1',
    'postgres: natim-1: checkpointer',
    'postgres: natim-10: checkpointer',
    '/bin/postgres -c cluster_name=natim-10',
    'setpriv --pdeathsig INT /bin/postgres -c cluster_name=natim-1',
    'vi /bin/postgres cluster_name=natim-2',
  )
  expect(await findServerProcesses('natim-1', table)).toEqual([
    { pid: 1, isPostmaster: true },
    { pid: 2, isPostmaster: false },
  ])
})

// As on macOS, which has no /proc.
it('ps reports titles and starts of processes', async () => {
  const { pid = 0 } = sleeper()
  await expect.poll(async () => (await psTable.titles()).find((row) => row.pid === pid)?.title).toBe('sleep 60')
  const start = await psTable.startOf(pid)
  expect(start).toMatch(/\d\d:\d\d:\d\d \d{4}$/)
  expect(await psTable.startOf(pid)).toBe(start)
})

it.each([
  ['this machine', readProcessStart],
  ['ps', psTable.startOf],
])('a process that has ended has no start: %s', async (_name, startOf) => {
  const child = sleeper()
  const pid = child.pid ?? 0
  expect(await startOf(pid)).toBeDefined()
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })
  expect(await startOf(pid)).toBeUndefined()
})
