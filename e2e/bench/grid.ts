import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../drivers/browser.ts'
import {
  closeCeiling,
  type FrameReport,
  measureKeys,
  measureOpen,
  measurePaste,
  measureScroll,
  openCeiling,
} from './grid-in-page.ts'
import { liveHeapBytes } from './in-page.ts'

const USAGE = 'Usage: npm run bench:grid -- [--rounds 5] [--rows 200,1000,10000,100000] [--slowdown 1] [--json]'

const GALLERY = fileURLToPath(new URL('../.artifacts/gallery/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

interface Report {
  readonly rows: string
  readonly openMs: readonly number[]
  readonly slow: FrameReport
  readonly endToEnd: FrameReport
  readonly keyMs: readonly number[]
  readonly pasteMs: number | undefined
  readonly checkMs: number | undefined
  readonly heapMb: number
}

/** The built gallery needs no server of ours, only somebody who hands out its files. */
async function serveGallery(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const path = join(GALLERY, normalize(new URL(request.url ?? '/', 'http://gallery').pathname))
    if (!existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gallery.html?only=editable-grid-bench`,
    stop: () => server.close(),
  }
}

const label = (rows: number) => `${rows.toLocaleString('zh-CN')} 行`

async function measureGrid(page: Page, rows: number, rounds: number): Promise<Report> {
  const openMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.getByText('不显示', { exact: true }).click()
    await page.getByRole('grid').waitFor({ state: 'detached' })
    openMs.push(await measureOpen(page, label(rows)))
  }
  const slow = await measureScroll(page, '[role=grid]', 20)
  const endToEnd = await measureScroll(page, '[role=grid]', 'whole')
  const keyMs = await measureKeys(page, '[data-id="c1"] [data-key="alias"]')
  const isLarge = rows >= 1_000
  const pasteMs = isLarge ? await measurePaste(page, 1_000, 10) : undefined
  await page.getByRole('button', { name: '校验全部' }).click()
  const checked = await page.getByText(/^校验 /).innerText()
  const heapMb = (await liveHeapBytes(page)) / 2 ** 20
  return {
    rows: label(rows),
    openMs,
    slow,
    endToEnd,
    keyMs,
    pasteMs,
    checkMs: Number(/[\d.]+/.exec(checked)?.[0]),
    heapMb,
  }
}

/** Plain elements, all of them, absolute: what no grid can beat. */
async function measureCeiling(page: Page): Promise<Report> {
  const openMs = [await openCeiling(page), await openCeiling(page), await openCeiling(page)]
  const slow = await measureScroll(page, '#ceiling', 20)
  const endToEnd = await measureScroll(page, '#ceiling', 'whole')
  const keyMs = await measureKeys(page, '#ceiling [data-key="1-1"]')
  await closeCeiling(page)
  return {
    rows: '上限：纯 DOM 1,000 行',
    openMs,
    slow,
    endToEnd,
    keyMs,
    pasteMs: undefined,
    checkMs: undefined,
    heapMb: 0,
  }
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN

function print(reports: readonly Report[]): void {
  console.table(
    reports.map(({ rows, openMs, slow, endToEnd, keyMs, pasteMs, checkMs, heapMb }) => ({
      rows,
      'open ms': Math.round(quantile(openMs, 0.5)),
      'key p50 ms': quantile(keyMs, 0.5).toFixed(1),
      'key p95 ms': quantile(keyMs, 0.95).toFixed(1),
      'slow fps': Math.round(slow.fps),
      'slow worst frame ms': Math.round(slow.worstMs),
      'whole fps': Math.round(endToEnd.fps),
      'whole worst frame ms': Math.round(endToEnd.worstMs),
      'blank %': (endToEnd.blankShare * 100).toFixed(1),
      'paste 10 000 ms': pasteMs === undefined ? '-' : Math.round(pasteMs),
      'check all ms': checkMs === undefined ? '-' : Math.round(checkMs),
      'heap MB': heapMb.toFixed(0),
    })),
  )
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '200,1000,10000,100000' },
      slowdown: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const gallery = await serveGallery()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    // The loader of this script wraps functions for their names; those that run in the page need the wrapper there.
    await context.addInitScript('globalThis.__name ??= (wrapped) => wrapped')
    const page = await context.newPage()
    await page.goto(gallery.url)
    await page.getByText('不显示', { exact: true }).waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
    const reports = [await measureCeiling(page)]
    for (const rows of values.rows.split(',').map(Number))
      reports.push(await measureGrid(page, rows, Number(values.rounds)))
    if (values.json) console.log(JSON.stringify(reports))
    else print(reports)
  } finally {
    await browser.close()
    gallery.stop()
  }
}

await main()
