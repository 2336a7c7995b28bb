import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LOGIN_PATH } from '@natim/contract/constants'
import { deviceEndpoints } from '@natim/contract/mon/device'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { Colleague } from './drivers/api.ts'
import { launchBrowser, openProfile, type Profile, type Viewport } from './drivers/browser.ts'
import { ADMIN, type ConsoleServer, startConsole } from './drivers/console-server.ts'
import { Operator } from './drivers/operator.ts'
import { Overview } from './drivers/overview.ts'
import { type ManualPicture, manualPictures, prepareManual } from './manual-pictures.ts'

const TARGET = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const MANUAL_TARGET = fileURLToPath(new URL('../docs/manual/images/', import.meta.url))
const PATHS = {
  login: '/user/login',
  dashboard: '/dashboard/analysis',
  map: '/mon/homemap',
  list: '/mon/device/list',
  detail: '/mon/device/detail/:id',
  sensordata: '/sensordata',
} as const
type PageName = keyof typeof PATHS
const PAGES = Object.keys(PATHS) as PageName[]

const HEIGHT_PX = { 1440: 900, 1024: 768, 375: 812 } as const
const VIEWS: readonly Viewport[] = ([1440, 1024, 375] as const).flatMap((widthPx) =>
  (['light', 'dark'] as const).map((scheme) => ({ widthPx, heightPx: HEIGHT_PX[widthPx], scheme })),
)

/** By then the simulator has sent every channel once, so that nothing looks stale by mistake. */
const FIRST_ROUND_MS = 70_000
/** Curves and map symbols are drawn after the last response. */
const DRAWING_MS = 2_500

/** Pictures of the manual, at the width of a text column on a high-resolution screen. */
const MANUAL_WIDTH_PX = 1_080
const MANUAL_VIEW: Viewport = { widthPx: 1_440, heightPx: 900, scheme: 'light' }

const USAGE = `Usage: npm run screenshots -- [--only ${PAGES.join(',')},manual,manual/home] [--width 1440,1024,375]

Pages in all widths and both themes to docs/screenshots; the pictures of the manual to docs/manual/images.
DEMO_RAW_HOURS=6 loads the demonstration network in a third of the time.`

/** A gas detector in Jiangsu: where the scripted chlorine release is. */
async function findDetector(colleague: Colleague): Promise<string> {
  const query = { keyword: '氯气', region: '32', pageNo: 1, pageSize: 10 }
  const { records } = await colleague.call(deviceEndpoints.list, { query })
  const detector = records.find(({ status }) => status === 'online') ?? records[0]
  if (!detector) throw new Error('The demonstration network has no chlorine detector in Jiangsu')
  return detector.id
}

async function show(operator: Operator, page: PageName, deviceId: string): Promise<void> {
  if (page !== 'login') await operator.signIn(ADMIN)
  await operator.open(PATHS[page].replace(':id', deviceId))
  if (page === 'map') await new Overview(operator).untilMapIsDrawn()
  await pause(DRAWING_MS)
}

/** tsx names functions with a helper that pages do not have. */
async function openTab(browser: Browser, server: ConsoleServer, view: Viewport): Promise<Profile> {
  const profile = await openProfile(browser, server.url, view)
  await profile.context.addInitScript('globalThis.__name ??= (what) => what')
  return profile
}

/** The README's pages, each in every view. */
async function takePages(browser: Browser, server: ConsoleServer, wanted: Wanted, deviceId: string): Promise<void> {
  const views = VIEWS.filter(({ widthPx }) => wanted.widths?.includes(String(widthPx)) ?? true)
  for (const view of views) {
    for (const page of PAGES.filter((name) => wanted.names?.includes(name) ?? true)) {
      const { context, page: tab, problems } = await openTab(browser, server, view)
      await show(new Operator(tab), page, deviceId)
      // A palette of 256 colours looks the same at a third of the size.
      const picture = await sharp(await tab.screenshot())
        .png({ palette: true, effort: 8 })
        .toBuffer()
      keep(TARGET, `${page}-${view.widthPx}-${view.scheme}.png`, picture, problems)
      await context.close()
    }
  }
}

/** The pictures of the manual, each on a freshly loaded page. */
async function takeManual(browser: Browser, server: ConsoleServer, pictures: readonly ManualPicture[]): Promise<void> {
  const { context, page: tab, problems } = await openTab(browser, server, MANUAL_VIEW)
  const operator = new Operator(tab)
  let isSignedIn = false
  let told = 0
  for (const { name, path, show: open } of pictures) {
    if (!isSignedIn && path !== LOGIN_PATH) {
      await operator.signIn(ADMIN)
      isSignedIn = true
    }
    await operator.load(path)
    try {
      await open?.(operator)
    } catch (error) {
      // The remaining pictures are still taken.
      console.log(`${name}: ${(error as Error).message}`)
      process.exitCode = 1
      continue
    }
    await pause(DRAWING_MS)
    const picture = await sharp(await tab.screenshot())
      .resize({ width: MANUAL_WIDTH_PX })
      .webp({ quality: 78, effort: 6 })
      .toBuffer()
    keep(MANUAL_TARGET, `${name}.webp`, picture, problems.slice(told))
    told = problems.length
  }
  await context.close()
}

function keep(folder: string, name: string, picture: Buffer, problems: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), picture)
  console.log([name, `${Math.round(picture.length / 1024)} KB`, ...problems].join('  '))
}

/** Requested pictures; undefined = all. */
interface Wanted {
  readonly names: readonly string[] | undefined
  readonly widths: readonly string[] | undefined
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, width: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const wanted: Wanted = { names: values.only?.split(','), widths: values.width?.split(',') }
  const isWanted = ({ name }: ManualPicture) =>
    wanted.names === undefined || wanted.names.includes('manual') || wanted.names.includes(`manual/${name}`)
  const { DEMO_RAW_HOURS } = process.env
  const server = await startConsole({ demo: true, env: DEMO_RAW_HOURS === undefined ? {} : { DEMO_RAW_HOURS } })
  const browser = await launchBrowser({ webgl: true })
  try {
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const deviceId = await findDetector(colleague)
    await pause(FIRST_ROUND_MS)
    await takePages(browser, server, wanted, deviceId)
    const pictures = manualPictures(await prepareManual(colleague, deviceId)).filter(isWanted)
    if (pictures.length > 0) await takeManual(browser, server, pictures)
  } finally {
    await browser.close()
    await server.dispose()
  }
}

await main()
