import type { DutyBoard } from '@natim/contract/mon/duty'
import { MINUTE_MS } from '@natim/domain/time'
import { Attention, Situation } from '@/ui/page-head.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { holesOf } from './duty-words.ts'

/** `6 个值班组 6 人在班。江苏省值班 顾明远 12 分钟未应答；11-22 山东省值班中班无人值班。` */
export function DutySituation({ board }: { readonly board: DutyBoard }) {
  const nowMs = useTicker((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const present = board.teams.filter(({ onDuty }) => onDuty !== null)
  const waiting = present.filter(({ onDuty }) => onDuty?.waitingSinceMs != null)
  const holes = holesOf(board, nowMs)
  const [hole] = holes
  return (
    <Situation>
      {`${board.teams.length} 个值班组 ${present.length} 人在班。`}
      {waiting.map(({ id, name, onDuty }) => (
        <span key={id}>
          <Attention>{`${name} ${onDuty?.name ?? ''}`}</Attention>
          <Waiting sinceMs={onDuty?.waitingSinceMs ?? nowMs} />
        </span>
      ))}
      {hole &&
        `${hole.day.slice(5)} ${hole.team}${hole.shift}班无人值班${holes.length > 1 ? `，共缺 ${holes.length} 个班次` : ''}。`}
    </Situation>
  )
}

/** Minutes only; the strip below also shows seconds. */
function Waiting({ sinceMs }: { readonly sinceMs: number }) {
  const minutes = useTicker((now) => Math.floor(Math.max(0, now - sinceMs) / MINUTE_MS))
  return minutes === 0 ? '不足 1 分钟未应答；' : ` ${minutes} 分钟未应答；`
}
