import type { HomeSummary } from '@natim/contract/mon/home'
import { formatShare, formatSigned } from '@natim/domain/format'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import {
  SITUATION_THRESHOLDS as CALM,
  onlineChange,
  onlineShare,
  type SituationFigures,
  type SituationReason,
  situationReasons,
} from '@natim/domain/situation'
import { Attention } from '../../ui/page-head.tsx'
import styles from './situation.module.css'

const NAMED_PLACES = 2
const SERIOUS = 2

const whole = (share: number) => formatShare(share, 0)

/** Change of the online share since yesterday in percentage points: `−6.8`. */
export function changeText(home: Pick<HomeSummary, 'byStatus' | 'onlineTrend'>): string | undefined {
  const change = onlineChange(onlineFigures(home))
  return change === null ? undefined : formatSigned(change * 100, '', 1)
}

const onlineFigures = ({ byStatus, onlineTrend }: Pick<HomeSummary, 'byStatus' | 'onlineTrend'>) => ({
  onlineShare: onlineShare(byStatus),
  onlineShareBefore: onlineTrend[0] ?? null,
})

/** The headline of the page: its finding in one line (design §1.6). */
export function SituationText({ home, region }: { readonly home: HomeSummary; readonly region: string | undefined }) {
  const serious = seriousPlaces(home)
  const figures: SituationFigures = {
    ...onlineFigures(home),
    completeness: home.completeness24h,
    seriousPlaces: serious.length,
  }
  if (home.devices === 0) return <>{home.isNetworkEmpty ? '网络中还没有设备' : '您的数据范围内没有设备'}。</>
  if (figures.onlineShare === null) return <>{region ?? placeOfAll(home)}还没有上报的设备。</>
  const reasons = situationReasons(figures)
  const weak = weakPlaces(home)
  return (
    <>
      {region ?? placeOfAll(home)}
      {reasons.length === 0 ? '总体平稳' : <Attention>需要关注</Attention>}，在线率 {formatShare(figures.onlineShare)}
      {reasons.includes('fall') && `，较昨日 ${changeText(home) ?? ''} 个百分点`}
      {reasons.includes('completeness') && `，完整率 ${formatShare(figures.completeness)}`}。
      {serious.length > 0 && (
        <>
          <Attention>{serious.slice(0, NAMED_PLACES).join('、')}</Attention>
          {serious.length > NAMED_PLACES ? ` 等 ${serious.length} 处` : ''} 达到重大或特别重大限值。
        </>
      )}
      {weak.length > 0 && `${weak.join('、')}在线率低于 ${whole(CALM.province)}。`}
      <Rules reasons={reasons} />
    </>
  )
}

/** The rules behind the verdict with their thresholds; opens on demand. */
function Rules({ reasons }: { readonly reasons: readonly SituationReason[] }) {
  const rules: readonly (readonly [SituationReason, string])[] = [
    ['online', `在线率不低于 ${whole(CALM.online)}`],
    ['fall', `在线率较昨日下降不到 ${(CALM.fall * 100).toFixed(0)} 个百分点`],
    ['completeness', `数据完整率（24 h）不低于 ${whole(CALM.completeness)}`],
    ['serious', `达到重大或特别重大限值的地点不超过 ${CALM.seriousPlaces} 处`],
  ]
  return (
    <details className={styles.rules}>
      <summary>判定标准</summary>
      <div className={styles.card}>
        <p>以下各项都满足时为「总体平稳」，否则为「需要关注」：</p>
        <ul>
          {rules.map(([reason, text]) => (
            <li key={reason} data-broken={reasons.includes(reason) || undefined}>
              {text}
              {reasons.includes(reason) && '（未满足）'}
            </li>
          ))}
        </ul>
        <p>在线率 = 在线设备数 ÷ 应上报设备数，未激活和已报废的设备不计。</p>
      </div>
    </details>
  )
}

/** Name of the province when the user sees only one. */
function placeOfAll({ provinces }: HomeSummary): string {
  const [first, ...others] = provinces.filter(({ devices }) => devices > 0)
  return first !== undefined && others.length === 0 ? first.name : '全网'
}

/** Each place once, however many of its channels exceed a limit; worst first. */
function seriousPlaces({ limitWatch }: HomeSummary): string[] {
  const places = limitWatch
    .filter(({ channel: { limits, latest, means } }) => {
      const reached = reachedLimit(limits, figuresOf(latest, means))
      return reached !== undefined && reached.severity <= SERIOUS
    })
    .map(({ stationName, deviceName }) => stationName ?? deviceName)
  return [...new Set(places)]
}

/** Regions with too few devices online, weakest first; only when there are several regions. */
function weakPlaces({ provinces }: HomeSummary): string[] {
  if (provinces.length < 2) return []
  return provinces
    .filter(({ expected, online }) => expected > 0 && online / expected < CALM.province)
    .toSorted((a, b) => a.online / a.expected - b.online / b.expected)
    .slice(0, NAMED_PLACES)
    .map(({ name }) => name)
}
