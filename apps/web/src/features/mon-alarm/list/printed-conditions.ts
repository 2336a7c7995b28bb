import { ALARM_CONCERN, CLOSE_CODE, SEVERITY } from '@natim/contract/dict'
import { METRICS } from '@natim/domain/metrics'
import { regionName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import type { Filters } from '@/resource/index.ts'
import { viewLabel, viewOf } from './view-switch.tsx'

const time = (text: string) => formatGmt8(Number(text))
const named = (names: Readonly<Record<string, string>>) => (text: string) => names[text] ?? text

const TOLD: Readonly<Record<string, readonly [label: string, shown: (text: string) => string]>> = {
  keyword: ['编号、标题、站点', (text) => text.replaceAll('*', '')],
  severity: ['级别', (text) => text.split(',').map(named(SEVERITY)).join('、')],
  region: ['区域', (text) => regionName(text.padEnd(6, '0'))],
  metricCode: ['因子', (text) => METRICS.find(({ code }) => code === text)?.nameCn ?? text],
  concern: ['毒性或感染', named(ALARM_CONCERN)],
  closeCode: ['关闭原因', named(CLOSE_CODE)],
  fromMs: ['触发晚于', time],
  toMs: ['触发不晚于', time],
  clearedFromMs: ['恢复晚于', time],
  clearedToMs: ['恢复不晚于', time],
  lastedMin: ['持续至少', (text) => `${text} 分钟`],
  lastedMax: ['持续少于', (text) => `${text} 分钟`],
}

/** Filters in words for the printout. Links from other pages filter by ids, which mean nothing to a reader. */
export function printedConditions(filters: Filters): string[] {
  const told = Object.entries(filters).flatMap(([name, text]) => {
    const [label, shown] = TOLD[name] ?? []
    return label && shown ? [`${label}：${shown(text)}`] : []
  })
  const isLinked = ['deviceId', 'parentId', 'digestId'].some((name) => filters[name] !== undefined)
  return [`范围：${viewLabel(viewOf(filters))}`, ...told, ...(isLinked ? ['由其他页面指定的一部分'] : [])]
}
