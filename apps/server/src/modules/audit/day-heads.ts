import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Head of the chain at the end of a day: stored outside the database, so that truncating the chain is detected. */
const dayHead = z.object({
  /** yyyy-MM-dd, Asia/Shanghai. */
  day: z.string(),
  seq: z.string(),
  /** Hex. */
  hash: z.string(),
  signature: z.string(),
})
export type DayHead = z.output<typeof dayHead>
type Unsigned = Omit<DayHead, 'signature'>

const folderOf = (dataDir: string) => join(dataDir, 'audit')
const signatureOf = ({ day, seq, hash }: Unsigned, key: Buffer) =>
  createHmac('sha256', key).update(`natim-audit\n${day}\n${seq}\n${hash}`).digest('hex')

/** Writes the head of a day atomically. */
export async function writeDayHead(dataDir: string, head: Unsigned, key: Buffer): Promise<void> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${head.day}.json`)
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ ...head, signature: signatureOf(head, key) })}\n`, { mode: 0o600 })
  await rename(draft, path)
}

/** Heads of all days, oldest first; `isGenuine` is false for one written or changed without the key. */
export async function readDayHeads(
  dataDir: string,
  key: Buffer,
): Promise<readonly (DayHead & { isGenuine: boolean })[]> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name)).sort()
  return Promise.all(
    files.map(async (name) => {
      const day = name.slice(0, 10)
      const head = parseHead(await readFile(join(folder, name), 'utf8'))
      if (head === undefined) return { day, seq: '0', hash: '', signature: '', isGenuine: false }
      const [given, wanted] = [Buffer.from(head.signature), Buffer.from(signatureOf(head, key))]
      return {
        ...head,
        isGenuine: head.day === day && given.length === wanted.length && timingSafeEqual(given, wanted),
      }
    }),
  )
}

function parseHead(text: string): DayHead | undefined {
  try {
    return dayHead.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
