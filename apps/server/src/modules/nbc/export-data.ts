import type { NbcRad } from '@natim/contract/mon/nbc'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatGmt8 } from '@natim/domain/time'
import { CSV_BOM, CSV_EOL, csvCell } from '../../platform/csv.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { type SheetColumn, toXlsx, XLSX_CONTENT_TYPE } from '../../platform/xlsx.ts'
import type { createBioReading, createChemReading } from './chem-bio.ts'
import type { NbcDrills } from './drill.service.ts'
import { nbcDeviceOf } from './nbc-device.ts'
import type { createRadReading } from './rad.ts'
import type { OfDevice, ReadingDeps } from './reading.ts'

interface Readings {
  readonly rad: ReturnType<typeof createRadReading>
  readonly chem: ReturnType<typeof createChemReading>
  readonly bio: ReturnType<typeof createBioReading>
  readonly drills: NbcDrills
}

type Row = readonly (string | number | null)[]
interface Table {
  readonly titles: readonly string[]
  readonly rows: readonly Row[]
}

export interface NbcFile {
  readonly fileName: string
  readonly contentType: string
  readonly content: Buffer
}

/** Prefix of everything exported during a drill, on paper too. */
export const DRILL_MARK = '【演练】'

/** The device page as a file: every point of its curves, with their reference values. */
export const createNbcExport =
  ({ db, network }: ReadingDeps, { rad, chem, bio, drills }: Readings) =>
  async (actor: Actor, query: OfDevice & { readonly format: 'csv' | 'xlsx' }): Promise<NbcFile> => {
    const { user } = actor
    const device = nbcDeviceOf(await network.fresh(), user, query.deviceId)
    const [table, drill] = await Promise.all([
      device.kind === 'rad'
        ? rad.rad(user, query).then(radTable)
        : device.kind === 'chem'
          ? chem(user, query).then(({ bars, concentrations }) => curves([bars, ...concentrations]))
          : bio(user, query).then(({ total, fluorescent, ratios }) => {
              const medians = new Map(
                ratios.timesMs.map((tMs, i) => [tMs, [ratios.median[i], ratios.ratio[i]] as const]),
              )
              const { titles, rows } = curves([total, fluorescent])
              const more = (tMs: number) => (medians.get(tMs) ?? [null, null]).map((value) => value ?? null)
              return {
                titles: [...titles, '24 h 中位数', '倍数'],
                rows: rows.map((row, i) => [...row, ...more(fluorescent?.timesMs[i] ?? 0)]),
              }
            }),
      drills.current(user),
    ])
    const title = `${drill ? DRILL_MARK : ''}核生化数据 ${device.name}`
    const subTitle = `${drill ? `${DRILL_MARK}${drill.title} · ` : ''}${formatGmt8(query.from)} 至 ${formatGmt8(query.to)} · 导出人：${user.realname}`
    await writeOperation(db, actor, {
      content: `导出${title} ${table.rows.length} 行`,
      operateType: OPERATE.export,
    })
    return {
      fileName: `${title}.${query.format}`,
      ...(query.format === 'csv'
        ? { contentType: 'text/csv; charset=utf-8', content: toCsv([title, subTitle], table) }
        : { contentType: XLSX_CONTENT_TYPE, content: toSheet(title, subTitle, table) }),
    }
  }

const toCsv = (head: readonly string[], { titles, rows }: Table): Buffer =>
  Buffer.from(
    CSV_BOM +
      [...head.map((line) => `# ${line}`), ...[titles, ...rows].map((row) => row.map(csvCell).join(','))].join(
        CSV_EOL,
      ) +
      CSV_EOL,
  )

const toSheet = (title: string, subTitle: string, { titles, rows }: Table): Buffer =>
  toXlsx<Row>(
    {
      title,
      subTitle,
      columns: titles.map((name, i): SheetColumn<Row> => ({ title: name, value: (row) => row[i] ?? null })),
    },
    rows,
  )

/** Curves side by side, at the times of the first one. */
function curves(given: readonly (TsSeries | null | undefined)[]): Table {
  const series = given.filter((one) => one != null)
  const [first] = series
  const at = series.map((one) => new Map(one.timesMs.map((tMs, i) => [tMs, i])))
  const cell = (one: TsSeries, index: number, tMs: number) => {
    const i = at[index]?.get(tMs)
    return i === undefined ? null : (one.avg[i] ?? null)
  }
  return {
    titles: ['时间', ...series.map(({ name, unit }) => `${name}（${unit}）`)],
    rows: (first?.timesMs ?? []).map((tMs) => [formatGmt8(tMs), ...series.map((one, index) => cell(one, index, tMs))]),
  }
}

function radTable({ dose, baseline, rain }: NbcRad): Table {
  const rainAt = new Map(rain?.timesMs.map((tMs, i) => [tMs, rain.avg[i] ?? null]))
  const { titles, rows } = curves([dose])
  const usual = (tMs: number) => baseline.find(({ fromMs, toMs }) => tMs > fromMs && tMs <= toMs)
  return {
    titles: [...titles, '最小', '最大', '基线（µSv/h）', 'σ（µSv/h）', '降雨（mm）'],
    rows: rows.map((row, i) => {
      const tMs = dose?.timesMs[i] ?? 0
      const { median = null, sigma = null } = usual(tMs) ?? {}
      return [...row, dose?.min[i] ?? null, dose?.max[i] ?? null, median, sigma, rainAt.get(tMs) ?? null]
    }),
  }
}
