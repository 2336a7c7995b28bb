import { type AlarmDetail, alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatClock } from '@natim/domain/format'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import { useReloadAlarms } from '../action/use-orders.ts'
import styles from './checklist.module.css'
import { Section } from './section.tsx'

/** 处置建议: steps to take; each tick records the user. */
export function Checklist({ detail }: { readonly detail: AlarmDetail }) {
  const { guide, checklist, alarm } = detail
  const mayCheck = R.useMay(alarmEndpoints.check) && alarm.closedMs === null
  const reload = useReloadAlarms()
  const [busy, setBusy] = useState<number>()
  async function check(index: number, done: boolean): Promise<void> {
    setBusy(index)
    try {
      await call(alarmEndpoints.check, { body: { id: alarm.id, index, done } })
    } catch {
      // The error was reported; the tick shows the server's state.
    } finally {
      setBusy(undefined)
      reload()
    }
  }
  const done = checklist.filter((item) => item.done).length
  return (
    <Section title="处置建议" {...(checklist.length > 0 && { meta: `${done} / ${checklist.length}` })}>
      {guide && <p className={styles.guide}>{guide}</p>}
      {checklist.length === 0 && !guide && <p className="t-caption">规则没有给出处置建议</p>}
      <ul className={styles.list}>
        {checklist.map((item, index) => (
          <li key={item.text} data-done={item.done || undefined}>
            <label>
              <input
                type="checkbox"
                checked={item.done}
                disabled={!mayCheck || busy !== undefined}
                onChange={(event) => void check(index, event.target.checked)}
              />
              <span>{item.text}</span>
            </label>
            {item.done && (
              <span className="t-caption">
                {item.byName} {item.atMs !== null && formatClock(item.atMs).slice(0, 5)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
