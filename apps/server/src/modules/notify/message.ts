import { EVENT_NAMES } from '@natim/contract/mon/rule-names'
import { SEVERITY_NAMES } from '@natim/domain/alarm/words'
import { formatExact } from '@natim/domain/format'
import type { Severity } from '@natim/domain/limits'
import { formatGmt8 } from '@natim/domain/time'
import { escapeHtml } from '../../platform/html.ts'
import type { ToldAlarm } from './delivery.repository.ts'

/** Content of a message, for any channel. */
export interface Message {
  /** The same on every retry of the message. */
  readonly id: string
  readonly kind: 'alarm' | 'digest' | 'test' | 'report'
  readonly severity: number
  readonly title: string
  /** One fact per line. */
  readonly lines: readonly string[]
  /** Path within the console. */
  readonly path: string
  readonly alarms: readonly ToldAlarm[]
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  raise: '新报警',
  up: '级别升高',
  reopen: '再次触发',
  escalate: '无人确认，升级通知',
  historic: '补到的数据产生了事后报警',
}
const DIGEST_LINES = 10
const LIST_PATH = '/mon/alarm/list'
/** URL parameter that holds the state of a list. */
const STATE_KEY = '~'

const levelText = (severity: number) => `${severity} 级 ${SEVERITY_NAMES[severity as Severity]}`
const addressOf = (state: object) => `${LIST_PATH}?${STATE_KEY}=${encodeURIComponent(JSON.stringify(state))}`
const pathOf = (alarmId: string) => addressOf({ alarm: alarmId })

function valueText({ value, unit, limitText }: ToldAlarm): string {
  const figure = value === null ? '' : `${formatExact(value)}${unit ? ` ${unit}` : ''}`
  return [figure, limitText && limitWords(limitText, value !== null)].filter(Boolean).join('，')
}

/** States, events and silence are reported by name, not as limits. */
const limitWords = (text: string, isFigure: boolean) =>
  isFigure || /^[<>≤≥]/.test(text) ? `限值 ${text}` : (EVENT_NAMES[text] ?? text)

const placeText = ({ stationName, deviceName }: ToldAlarm) => [stationName, deviceName].filter(Boolean).join(' · ')

/** @param round 0 = first message */
export function alarmMessage(id: string, alarm: ToldAlarm, kind: string, round: number): Message {
  const word = round > 0 ? `重复提醒，第 ${round} 次` : (KIND_WORDS[kind] ?? kind)
  return {
    id,
    kind: 'alarm',
    severity: alarm.severity,
    title: `【${levelText(alarm.severity)}】${alarm.title}`,
    lines: [
      `${word}，编号 ${alarm.no}`,
      placeText(alarm),
      valueText(alarm),
      `触发时间 ${formatGmt8(alarm.triggerTs.getTime())}`,
    ].filter((line) => line !== ''),
    path: pathOf(alarm.id),
    alarms: [alarm],
  }
}

const STATIONS_NAMED = 5

/** Alarms raised by late data after the fact: number, time and place. @param alarms in time order, at least one */
export function historicMessage(id: string, digestId: string, alarms: readonly ToldAlarm[]): Message {
  const severity = Math.min(...alarms.map((alarm) => alarm.severity))
  const times = alarms.map(({ triggerTs }) => formatGmt8(triggerTs.getTime()).slice(0, 16))
  const [from, to] = [times[0] ?? '', times.at(-1) ?? '']
  const places = [...new Set(alarms.map(({ stationName, deviceName, no }) => stationName ?? deviceName ?? no))]
  const rest = places.length - STATIONS_NAMED
  return {
    id,
    kind: 'digest',
    severity,
    title: `【${levelText(severity)}】补到的数据产生 ${alarms.length} 起事后报警`,
    lines: [
      from === to ? `触发时间 ${from}` : `触发时间 ${from} 至 ${to}`,
      `站点 ${places.slice(0, STATIONS_NAMED).join('、')}${rest > 0 ? ` 等 ${places.length} 个` : ''}`,
      '报警已结束，无须立即处置',
    ],
    path: addressOf({ filters: { view: 'all', digestId } }),
    alarms,
  }
}

/** Several alarms in one message, most severe first. */
export function digestMessage(id: string, alarms: readonly ToldAlarm[]): Message {
  const sorted = alarms.toSorted((a, b) => a.severity - b.severity || b.triggerTs.getTime() - a.triggerTs.getTime())
  const shown = sorted.slice(0, DIGEST_LINES)
  const severity = sorted[0]?.severity ?? 5
  const rest = sorted.length - shown.length
  return {
    id,
    kind: 'digest',
    severity,
    title: `【汇总】${alarms.length} 条报警通知，最高 ${levelText(severity)}`,
    lines: [
      ...shown.map((alarm) => `${levelText(alarm.severity)} ${alarm.title}，${placeText(alarm)}`),
      ...(rest > 0 ? [`另有 ${rest} 条，请在报警中心查看`] : []),
    ],
    path: LIST_PATH,
    alarms: sorted,
  }
}

export const testMessage = (id: string, policyName: string, nowMs: number): Message => ({
  id,
  kind: 'test',
  severity: 5,
  title: '【测试】报警通知测试',
  lines: [`通知策略「${policyName}」的测试消息，不是报警`, `发送时间 ${formatGmt8(nowMs)}`],
  path: LIST_PATH,
  alarms: [],
})

export const htmlOf = ({ lines }: Message): string => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')

/** H for severity 1, M for 2 and 3. */
export const priorityOf = (severity: number): 'H' | 'M' | 'L' => (severity === 1 ? 'H' : severity <= 3 ? 'M' : 'L')
