import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deviceEndpoints } from '@natim/contract/mon/device'
import sharp from 'sharp'
import { Colleague } from './drivers/api.ts'
import { launchBrowser, openProfile, type Viewport } from './drivers/browser.ts'
import { ADMIN, type ConsoleServer, startConsole } from './drivers/console-server.ts'
import { Operator } from './drivers/operator.ts'
import { Overview } from './drivers/overview.ts'

const TARGET = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
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

/** The simulator has sent every channel once, so that nothing looks stale that is not. */
const FIRST_ROUND_MS = 70_000
/** Curves and map symbols are drawn after the last answer came. */
const DRAWING_MS = 2_500

const USAGE = `Usage: npm run screenshots -- [--only ${PAGES.join(',')}] [--width 1440,1024,375]`

/** A gas detector in Jiangsu: where the scripted chlorine release is. */
async function findDetector(server: ConsoleServer): Promise<string> {
  const colleague = await Colleague.signIn(server.url, ADMIN)
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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, width: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const pages = PAGES.filter((page) => values.only?.split(',').includes(page) ?? true)
  const views = VIEWS.filter(({ widthPx }) => values.width?.split(',').includes(String(widthPx)) ?? true)
  mkdirSync(TARGET, { recursive: true })
  const server = await startConsole({ demo: true })
  const browser = await launchBrowser({ webgl: true })
  try {
    const deviceId = await findDetector(server)
    await pause(FIRST_ROUND_MS)
    for (const view of views) {
      for (const page of pages) {
        const { context, page: tab, problems } = await openProfile(browser, server.url, view)
        await show(new Operator(tab), page, deviceId)
        // A palette of 256 colours shows the same and weighs a third.
        const picture = await sharp(await tab.screenshot())
          .png({ palette: true, effort: 8 })
          .toBuffer()
        const name = `${page}-${view.widthPx}-${view.scheme}.png`
        writeFileSync(join(TARGET, name), picture)
        console.log([name, `${Math.round(picture.length / 1024)} KB`, ...problems].join('  '))
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await server.dispose()
  }
}

await main()
