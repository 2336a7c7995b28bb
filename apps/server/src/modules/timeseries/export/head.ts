import type { Aggregate } from '@natim/contract/mon/timeseries'
import { VALID_DAY_HOURS, VALID_HOUR_S } from '@natim/domain/coverage'
import { limitValidity } from '@natim/domain/own-limit'
import { formatGmt8 } from '@natim/domain/time'
import type { MarkInRange } from '../../limit/index.ts'
import type { FoundNote } from '../note/note.repository.ts'
import type { Span } from '../series.repository.ts'
import type { ExportedChannel } from './points.ts'

/** A header line of a file: key, then values. */
export type HeadLine = readonly [key: string, ...values: string[]]

/** The database snapshot from which a whole file is read. */
export interface Snapshot {
  readonly atMs: number
  /** Snapshot id of the database: two files with the same id were read from the same data. */
  readonly revision: string
}

const LEVEL_NAMES: Readonly<Record<Aggregate, string>> = {
  raw: '原始样本',
  '1m': '分钟均值',
  '1h': '小时均值',
  '1d': '日均值',
}

interface HeadInput {
  readonly span: Span
  readonly snapshot: Snapshot
  readonly channels: readonly (ExportedChannel & { readonly limits: readonly MarkInRange[] })[]
  readonly notes: readonly FoundNote[]
}

/** Range, channels with units and limits, quality rules, and state of the data. */
export function headOf({ span, snapshot, channels, notes }: HeadInput): HeadLine[] {
  const levels = new Set(channels.map(({ level }) => level))
  const marks = channels.flatMap(({ limits }) => limits)
  return [
    ['时段（GMT+8）', formatGmt8(span.fromMs), formatGmt8(span.toMs), '起点不含，终点包含'],
    ['时间', '一个均值的时间是它所代表时段的结束'],
    ...channels.flatMap(channelLines),
    ...(marks.length > 0 ? [['限值生效', limitValidity(marks.some(({ isOwn }) => isOwn))] satisfies HeadLine] : []),
    ['质量规则', '均值不含超量程、跳变、僵死、设备标记无效、校准和人工判无效的样本；原始样本全部列出，带质量位'],
    ...(levels.has('1h') || levels.has('1d')
      ? [
          [
            '有效性',
            `小时均值有效不少于 ${VALID_HOUR_S / 60} min，日均值有效不少于 ${VALID_DAY_HOURS} h`,
          ] satisfies HeadLine,
        ]
      : []),
    ['筛选', '无：时段内的全部数据点；未结束的均值不列出'],
    ...notes.map(noteLine),
    ['数据截至（GMT+8）', formatGmt8(snapshot.atMs)],
    ['数据版本', snapshot.revision],
  ]
}

function noteLine({ channelNo, fromTs, toTs, body, author }: FoundNote): HeadLine {
  const [from, to] = [formatGmt8(fromTs.getTime()), formatGmt8(toTs.getTime())]
  return ['批注', String(channelNo), from === to ? from : `${from} 至 ${to}`, body, author]
}

function channelLines({ channel, level, limits }: HeadInput['channels'][number]): HeadLine[] {
  const name = `${channel.deviceName} ${channel.alias ?? channel.metricName}`
  const sources = [...new Set(limits.map(({ source }) => source))]
  const texts = limits.map((limit) => {
    const { fromMs, toMs } = limit
    const part = fromMs === undefined || toMs === undefined ? '' : `（${formatGmt8(fromMs)} 至 ${formatGmt8(toMs)}）`
    return `${limit.name} ${limit.value} ${channel.unit}${part}`
  })
  return [
    ['通道', String(channel.channelNo), name, channel.unit, LEVEL_NAMES[level]],
    ...(texts.length > 0
      ? [['限值', String(channel.channelNo), texts.join('；'), sources.join('；')] satisfies HeadLine]
      : []),
  ]
}
