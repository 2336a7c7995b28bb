import { type WearerExposure, wearableEndpoints } from '@natim/contract/mon/wearable'
import { formatShortTime, formatValue } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './drawer.module.css'
import { Section } from './section.tsx'

const REFRESH_MS = 5 * 60_000
const NAMED_GAPS = 3

/** Dose and toxic means of the last day, with the source device and what was not measured (domain §10.10). */
export function ExposureSection({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const { data, error, refetch } = useEndpoint(
    wearableEndpoints.exposure,
    { query: { id, open: isOpen } },
    { refetchInterval: REFRESH_MS },
  )
  return (
    <Section title="个人暴露" meta="24 小时，绑定时段内">
      {data ? (
        <Figures exposure={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Outline>
          {times(3, (i) => (
            <Bar key={i} width="100%" line={26} />
          ))}
        </Outline>
      )}
    </Section>
  )
}

function Figures({ exposure: { dose, toxics, hasPlace } }: { readonly exposure: WearerExposure }) {
  if (dose === null && toxics === null)
    return (
      <p className={styles.quiet}>
        {hasPlace ? '设备自身不测，5 km 内也没有可用的固定设备。' : '设备自身不测，也没有位置，不能推算。'}
      </p>
    )
  return (
    <>
      <table className={styles.exposure}>
        <tbody>
          {dose && (
            <tr>
              <th scope="row">超基线累积剂量</th>
              <td colSpan={2}>{dose.doseUsv === null ? '无基线，不计算' : formatValue(dose.doseUsv, 'µSv', 3)}</td>
            </tr>
          )}
          {toxics?.substances.map((one) => (
            <Substance key={one.metricCode} given={one} />
          ))}
        </tbody>
      </table>
      {dose && <Source what="剂量" source={dose.source} gaps={dose} />}
      {toxics && <Source what="有毒气体" source={toxics.source} gaps={mostGaps(toxics.substances)} />}
      <p className={styles.quiet}>
        剂量为超出基线的剂量率对时间的累积；8 h 均值覆盖不足 75 %
        不给出；未测时段不填补。按设备最近一次位置选取固定设备。
      </p>
    </>
  )
}

type Substances = NonNullable<WearerExposure['toxics']>['substances']

function Substance({ given }: { readonly given: Substances[number] }) {
  const metric = metricByCode(given.metricCode)
  const text = (value: number | null) =>
    value === null ? '—' : formatValue(value, metric?.unit ?? '', (metric?.precision ?? 1) + 1)
  return (
    <tr>
      <th scope="row">{metric?.nameCn ?? given.metricCode}</th>
      <td title={`近 8 小时覆盖 ${Math.round(given.longCover * 100)} %`}>8 h {text(given.long)}</td>
      <td>
        15 min 最高 {text(given.short)}
        {given.shortMs !== null && ` · ${formatShortTime(given.shortMs)}`}
      </td>
    </tr>
  )
}

interface Gaps {
  readonly gapMinutes: number
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** Of several channels of a device, the one with the longest gaps. */
const mostGaps = (substances: Substances): Gaps =>
  substances.reduce<Gaps>((most, one) => (one.gapMinutes > most.gapMinutes ? one : most), { gapMinutes: 0, gaps: [] })

interface SourceProps {
  readonly what: string
  readonly source: NonNullable<WearerExposure['dose']>['source']
  readonly gaps: Gaps
}

function Source({ what, source, gaps }: SourceProps) {
  const name = source.kind === 'own' ? '佩戴设备自身' : (source.name ?? '最近的固定设备')
  const away = source.distanceKm === null ? '' : `，距 ${source.distanceKm.toFixed(1)} km`
  return (
    <p className={styles.quiet}>
      {what}来自 {name}
      {away}；{gapsText(gaps)}
    </p>
  )
}

function gapsText({ gapMinutes, gaps }: Gaps): string {
  if (gapMinutes === 0) return '无缺测'
  const named = gaps.slice(0, NAMED_GAPS).map((gap) => `${formatShortTime(gap.fromMs)}–${formatShortTime(gap.toMs)}`)
  const rest = gaps.length > NAMED_GAPS ? ` 等 ${gaps.length} 段` : ''
  return `缺测 ${gapMinutes} 分钟${named.length > 0 ? `（${named.join('、')}${rest}）` : ''}`
}
