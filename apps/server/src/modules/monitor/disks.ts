import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { parse, resolve } from 'node:path'
import type { DiskRow } from '@natim/contract/system/monitor'

/** The distinct file systems the server writes to. @throws when one of them is missing */
export async function readDisks(dataDir: string): Promise<DiskRow[]> {
  const places = [
    { name: '数据目录', path: resolve(dataDir) },
    { name: '系统盘', path: parse(resolve(dataDir)).root },
    { name: '临时目录', path: tmpdir() },
  ]
  const disks = new Map<number, { readonly path: string; readonly names: string[] }>()
  for (const { name, path } of places) {
    const { dev } = await stat(path)
    const known = disks.get(dev)
    if (known) known.names.push(name)
    else disks.set(dev, { path, names: [name] })
  }
  return Promise.all([...disks.values()].map(({ names, path }) => readDisk(names.join('、'), path)))
}

async function readDisk(name: string, path: string): Promise<DiskRow> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { name, max: blocks * bsize, rest: bavail * bsize, restPPT: usedPercent(blocks, bavail) }
}

/** Some file systems have no size, and some report more than they have. */
const usedPercent = (all: number, left: number) =>
  all === 0 ? 0 : Math.min(100, Math.max(0, Math.round(((all - left) / all) * 100)))
