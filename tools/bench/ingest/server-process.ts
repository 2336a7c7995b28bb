import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const START_WITHIN_MS = 60_000

export interface ServerProcess {
  readonly pid: number
  readonly ports: { readonly mqtt: number; readonly http: number }
  stop(): Promise<void>
}

/** Starts the built server on an existing database and waits until its broker listens. */
export async function startServerProcess(
  entry: string,
  dataDir: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...process.execArgv.filter(() => entry.endsWith('.ts')), entry], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  // A benchmark that fails leaves no server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ports = await waitForPorts(child, join(dataDir, 'runtime.json'))
  return {
    pid: child.pid ?? 0,
    ports,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function waitForPorts(child: ChildProcess, runtimeFile: string): Promise<ServerProcess['ports']> {
  const untilMs = performance.now() + START_WITHIN_MS
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const { mqttPort, port } = await readFile(runtimeFile, 'utf8').then(
      (text) => JSON.parse(text) as { mqttPort?: number; port?: number },
      () => ({ mqttPort: undefined, port: undefined }),
    )
    if (mqttPort && port) return { mqtt: mqttPort, http: port }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error('the server did not open its broker in time')
}
