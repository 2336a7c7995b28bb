import { CheckOutlined, WarningOutlined } from '@ant-design/icons'
import { ALARM_STATE, CLOSE_CODE, SEVERITY } from '@natim/contract/dict'
import type { AlarmDetail, AlarmLogRow } from '@natim/contract/mon/alarm'
import { formatClock } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Deliveries } from './deliveries.tsx'
import styles from './log-section.module.css'
import { Section } from './section.tsx'

const ACTIONS: Readonly<Record<string, string>> = {
  raise: '触发',
  up: '升级级别',
  down: '降级',
  clear: '恢复',
  reopen: '再次触发',
  ack: '确认',
  close: '关闭',
  shelve: '搁置',
  unshelve: '取消搁置',
  assign: '分派',
  comment: '评论',
  check: '处置步骤',
  endDrill: '结束演练',
  escalate: '升级通知',
  notify: '通知',
  confirm: '印证成立',
  unverified: '超时未核实',
  silent: '数据中断',
  fold: '合并',
  link: '转事件',
  unlink: '移出事件',
}

const CAPTIONS: Readonly<Record<string, string>> = { ...ALARM_STATE, ...CLOSE_CODE, ...SEVERITY }
const caption = (value: string) => CAPTIONS[value] ?? value

function textOf({ action, from, to, note }: AlarmLogRow): string {
  const what = ACTIONS[action] ?? action
  const change = from && to ? `${caption(from)} → ${caption(to)}` : to && action !== 'comment' ? caption(to) : undefined
  if (action === 'comment') return note ?? ''
  return [change ? `${what} ${change}` : what, note].filter(Boolean).join('：')
}

/** 处理记录, newest first, with the state of its hash chain. */
export function LogSection({ detail: { alarm, log, isChainWhole } }: { readonly detail: AlarmDetail }) {
  const rows = log.toSorted((a, b) => b.seq - a.seq)
  return (
    <Section
      title="处理记录"
      meta={log.length}
      actions={
        isChainWhole ? (
          <span className="t-caption">
            <CheckOutlined aria-hidden /> 校验链完整
          </span>
        ) : (
          <span className={styles.broken} role="alert">
            <WarningOutlined aria-hidden /> 校验链断开，记录可能被改动
          </span>
        )
      }
    >
      <ol className={styles.log}>
        {rows.map((row) => (
          <li key={row.seq}>
            <time title={formatGmt8(row.ts)}>{formatClock(row.ts)}</time>
            <span className="ellipsis">{row.actorName}</span>
            <span>{textOf(row)}</span>
          </li>
        ))}
      </ol>
      <Deliveries alarmId={alarm.id} />
    </Section>
  )
}
