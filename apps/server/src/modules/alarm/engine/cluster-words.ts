import { SEVERITY } from '@natim/contract/dict'
import type { Cluster, ClusterChild } from '@natim/domain/alarm/cluster'
import { spanText } from '@natim/domain/alarm/comparison'
import type { ClusterBranch } from '@natim/domain/alarm/rule'
import { unitsText } from '@natim/domain/alarm/sentence'
import { formatClock, formatExact } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import type { DeviceEntry } from '../../live/index.ts'
import type { StoredAlarm } from '../alarm.repository.ts'
import type { PendingStep, Target } from './target.ts'

/** An alarm that may count towards a cluster, with its location. */
export interface CountedAlarm extends ClusterChild {
  readonly alarm: StoredAlarm
  readonly device: DeviceEntry
  /** Its former cluster that is not closed: a new cluster nearby continues it. */
  readonly former: { readonly deviceNo: number | null } | undefined
}

const NAMED_AT_MOST = 10

/** The raise step of a cluster, with all its texts. */
export function clusterStep(
  target: Target,
  { branch, index }: { readonly branch: ClusterBranch; readonly index: number },
  { triggerMs, children }: Cluster<CountedAlarm>,
): PendingStep {
  const { of, count, radiusKm, withinS, severity } = branch
  const found = unitsText({ of, count: new Set(children.map(({ unit }) => unit)).size })
  const within = `${formatExact(radiusKm)} km 内`
  const metrics = new Set(children.map(({ alarm }) => alarm.metricCode))
  const metricCode = metrics.size === 1 ? ([...metrics][0] ?? null) : null
  const metric = metricCode === null ? '' : `${metricByCode(metricCode)?.nameCn ?? metricCode} `
  const since = Math.min(...children.map(({ sinceMs }) => sinceMs))
  return {
    target,
    kind: 'raise',
    isCluster: true,
    metricCode,
    tsMs: triggerMs,
    severity,
    branch: index,
    figure: null,
    limitValue: null,
    op: null,
    limitText: `${within}达到 ${unitsText({ of, count })}`,
    title: `${metric}${within} ${found}先后报警`,
    text: `${formatClock(since)} 起，${within} ${found}在 ${spanText(withinS)} 内先后报警，合并为一起：${namesOf(children)}。`,
    sinceMs: since,
    samples: null,
    avgS: 0,
    forS: 0,
    limitSet: null,
    isDoubtful: false,
  }
}

const nameOf = ({ station, name }: DeviceEntry) => [station?.name, name].filter(Boolean).join(' ')

function namesOf(children: readonly CountedAlarm[]): string {
  const names = children.map(
    ({ device, alarm, sinceMs }) => `${nameOf(device)} ${formatClock(sinceMs)} ${SEVERITY[alarm.severity]}`,
  )
  const rest = names.length - NAMED_AT_MOST
  return [...names.slice(0, NAMED_AT_MOST), ...(rest > 0 ? [`另有 ${rest} 起`] : [])].join('；')
}
