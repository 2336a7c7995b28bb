import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a running server can be reached. Readers check `pid` first: the file outlives a killed process. */
export interface RuntimeInfo {
  readonly pid: number
  /** URL of the console, `http://127.0.0.1:3000`. */
  readonly url: string
  readonly port: number
  /** undefined while an external broker is used. */
  readonly mqttPort?: number | undefined
  readonly metricsPort?: number | undefined
}

/** Writes DATA_DIR/runtime.json atomically: a reader sees the old file or the new one. */
export async function writeRuntime(dataDir: string, info: RuntimeInfo): Promise<void> {
  const path = join(dataDir, 'runtime.json')
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(info, null, 2)}\n`)
  await rename(draft, path)
}
