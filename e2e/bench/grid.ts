import { execFileSync } from 'node:child_process'
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
import { createMeasure, liveHeapBytes, type Measure, type Measured } from './in-page.ts'

const USAGE = 'Usage: npm run bench:grid -- [--rounds 5] [--rows 200,1000,10000,100000] [--slowdown 1] [--json]'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
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
  readonly open: readonly Measured<number>[]
  readonly slow: Measured<FrameReport>
  readonly endToEnd: Measured<FrameReport>
  readonly keys: Measured<readonly number[]>
  readonly paste?: Measured<number>
  readonly check?: Measured<number>
  readonly heapMb?: number
}

/** The gallery is a separate build, which the console's build does not include. */
function buildGallery(): void {
  const args = ['exec', '--', 'vite', 'build', 'apps/web', '--mode', 'gallery', '--outDir', GALLERY, '--emptyOutDir']
  execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The built gallery needs only a static file server. */
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

async function measureGrid(page: Page, measure: Measure, rows: number, rounds: number): Promise<Report> {
  const open: Measured<number>[] = []
  for (let round = 0; round < rounds; round++) {
    await page.getByText('不显示', { exact: true }).click()
    await page.getByRole('grid').waitFor({ state: 'detached' })
    open.push(await measure(() => measureOpen(page, label(rows))))
  }
  const slow = await measure(() => measureScroll(page, '[role=grid]', 20))
  const endToEnd = await measure(() => measureScroll(page, '[role=grid]', 'whole'))
  const keys = await measure(() => measureKeys(page, '[data-id="c1"] [data-key="alias"]'))
  const paste = await measure(() => measurePaste(page, Math.min(rows, 1_000), 10))
  const check = await measure(async () => {
    await page.getByRole('button', { name: '校验全部' }).click()
    const text = await page.getByText(/^校验 /).innerText()
    return Number(/[\d.]+/.exec(text)?.[0])
  })
  const heapMb = (await liveHeapBytes(page)) / 2 ** 20
  return { rows: label(rows), open, slow, endToEnd, keys, paste, check, heapMb }
}

/** Baseline: all cells as plain, absolutely positioned elements. No grid can be faster. */
async function measureCeiling(page: Page, measure: Measure, rounds: number): Promise<Report> {
  const open: Measured<number>[] = []
  for (let round = 0; round < rounds; round++) open.push(await measure(() => openCeiling(page)))
  const slow = await measure(() => measureScroll(page, '#ceiling', 20))
  const endToEnd = await measure(() => measureScroll(page, '#ceiling', 'whole'))
  const keys = await measure(() => measureKeys(page, '#ceiling [data-key="1-1"]'))
  await closeCeiling(page)
  return { rows: '上限：纯 DOM 1,000 行', open, slow, endToEnd, keys }
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN
const median = (values: readonly number[]) => quantile(values, 0.5)

/** Wall-clock time, with CPU time in brackets. */
const both = (ms: number, cpuMs: number, places = 0) => `${ms.toFixed(places)} (${cpuMs.toFixed(places)})`
const oneOf = ({ result, cpuMs }: Measured<number> = { result: Number.NaN, cpuMs: Number.NaN }) => both(result, cpuMs)
const framesOf = ({ result: { fps, worstMs, frames }, cpuMs }: Measured<FrameReport>) =>
  `${fps.toFixed(0)} / ${worstMs.toFixed(0)} (${(cpuMs / frames).toFixed(1)})`

function print(reports: readonly Report[]): void {
  console.log(
    'By the clock, in brackets the processor time of the main thread: ms, of scrolling fps / worst frame (a frame).',
  )
  console.table(
    reports.map(({ rows, open, slow, endToEnd, keys, paste, check, heapMb }) => ({
      rows,
      open: both(median(open.map(({ result }) => result)), median(open.map(({ cpuMs }) => cpuMs))),
      'key p50': both(median(keys.result), keys.cpuMs / keys.result.length, 1),
      'key p95': quantile(keys.result, 0.95).toFixed(1),
      slow: framesOf(slow),
      'end to end': framesOf(endToEnd),
      'blank %': (endToEnd.result.blankShare * 100).toFixed(1),
      'paste 10 000': oneOf(paste),
      'check all': oneOf(check),
      'heap MB': heapMb?.toFixed(0),
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
  buildGallery()
  const gallery = await serveGallery()
  const browser = await launchBrowser({ webgl: true })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    // tsx wraps functions in `__name`; functions that run in the page need that helper there.
    await context.addInitScript('globalThis.__name ??= (wrapped) => wrapped')
    const page = await context.newPage()
    await page.goto(gallery.url)
    await page.getByText('不显示', { exact: true }).waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
    const measure = await createMeasure(page)
    const rounds = Number(values.rounds)
    const reports = [await measureCeiling(page, measure, rounds)]
    for (const rows of values.rows.split(',').map(Number)) reports.push(await measureGrid(page, measure, rows, rounds))
    if (values.json) console.log(JSON.stringify(reports))
    else print(reports)
  } finally {
    await browser.close()
    gallery.stop()
  }
}

await main()
