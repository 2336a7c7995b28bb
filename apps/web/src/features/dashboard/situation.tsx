import type { HomeSummary } from '@natim/contract/mon/home'
import { formatShare } from '@natim/domain/format'
import { Attention } from '../../ui/page-head.tsx'
import { reachedLimit } from '../../ui/limit-scale.ts'

const CALM_ONLINE_SHARE = 0.9
const NAMED_PLACES = 2

/** Online devices over all that should report, 0–1. Not-yet-activated and retired ones do not count. */
export function onlineShare({ byStatus }: Pick<HomeSummary, 'byStatus'>): number | null {
  const { online = 0, offline = 0, fault = 0, maintenance = 0 } = byStatus
  const expected = online + offline + fault + maintenance
  return expected === 0 ? null : online / expected
}

/** What the page says before it shows anything: the finding in one line (design §1.6). */
export function SituationText({ home }: { readonly home: HomeSummary }) {
  const share = onlineShare(home)
  if (share === null) return <>网络中还没有上报的设备。</>
  const serious = home.limitWatch.filter((watch) => isSerious(watch))
  const weak = home.provinces
    .filter((province) => province.devices > 0 && province.online / province.devices < CALM_ONLINE_SHARE)
    .toSorted((a, b) => a.online / a.devices - b.online / b.devices)
    .slice(0, NAMED_PLACES)
  return (
    <>
      {placeOfAll(home)}
      {share >= CALM_ONLINE_SHARE ? '总体平稳' : '在线率偏低'}，在线率 {formatShare(share)}。
      {serious.length > 0 && (
        <>
          <Attention>{serious.slice(0, NAMED_PLACES).map(placeOf).join('、')}</Attention>
          {serious.length > NAMED_PLACES ? ` 等 ${serious.length} 处` : ''} 达到重大限值；
        </>
      )}
      {weak.length > 0 && `${weak.map((province) => province.name).join('、')}在线率偏低。`}
    </>
  )
}

/** Whoever sees one province alone is told of that one. */
function placeOfAll({ provinces }: HomeSummary): string {
  const [first, ...others] = provinces.filter(({ devices }) => devices > 0)
  return first !== undefined && others.length === 0 ? first.name : '全网'
}

type Watch = HomeSummary['limitWatch'][number]
const placeOf = (watch: Watch) => watch.stationName ?? watch.deviceName
const isSerious = ({ channel }: Watch) => (reachedLimit(channel.latest?.v, channel.limits)?.severity ?? 5) <= 2
