import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { SEVERITY } from '@natim/contract/dict'
import type { OwnLimit } from '@natim/contract/mon/channel.resource'
import { averagingText } from '@natim/domain/own-limit'
import { Button, InputNumber, Select } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import styles from './own-limits-control.module.css'

const LEVELS = ([1, 2, 3, 4, 5] as const).map((level) => ({ value: level, label: `${level} 级 ${SEVERITY[level]}` }))
const OPS = [
  { value: '>=' as const, label: '达到' },
  { value: '>' as const, label: '超过' },
]
const INSTANT = 0
const USUAL_S = [60, 300, 900, 3_600, 28_800]
const MOST = 20

/** A line being edited: its value may be missing, which form validation reports. */
type Line = Omit<OwnLimit, 'value'> & { readonly value?: number | null | undefined }

/** Averaging options: the usual ones, plus the current one. */
const timesWith = (avgS: number | undefined) => {
  const seconds = avgS === undefined || USUAL_S.includes(avgS) ? USUAL_S : [...USUAL_S, avgS]
  return [INSTANT, ...seconds].map((value) => ({ value, label: averagingText(value || undefined) }))
}

/** Limits of one channel, one per line; none = the published ones. */
export function OwnLimitsControl({ id, value, onChange, disabled }: ControlProps<readonly Line[] | null>) {
  const lines = value ?? []
  const put = (next: readonly Line[]) => onChange?.(next.length > 0 ? next : null)
  const change = (index: number, part: Partial<Line>) =>
    put(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <div className={styles.lines} id={id}>
      {lines.length === 0 && <span className="t-caption">按已发布的限值判定；添加后，只按这里的限值判定</span>}
      {lines.map((line, index) => (
        <div key={`${index + 1}`} className={styles.line} role="group" aria-label={`第 ${index + 1} 个限值`}>
          <Select
            aria-label="级别"
            disabled={disabled}
            options={LEVELS}
            value={line.level}
            onChange={(level) => change(index, { level })}
          />
          <Select
            aria-label="平均时间"
            disabled={disabled}
            options={timesWith(line.avgS)}
            value={line.avgS ?? INSTANT}
            onChange={(avgS) => change(index, { avgS: avgS === INSTANT ? undefined : avgS })}
          />
          <Select
            aria-label="比较"
            disabled={disabled}
            options={OPS}
            value={line.op ?? '>='}
            onChange={(op) => change(index, { op })}
          />
          <InputNumber
            aria-label="限值"
            disabled={disabled}
            controls={false}
            value={line.value}
            onChange={(next) => change(index, { value: next })}
          />
          {!disabled && (
            <IconButton
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除第 ${index + 1} 个限值`}
              onClick={() => put(lines.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!disabled && lines.length < MOST && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => put([...lines, { level: nextLevel(lines) }])}>
          添加限值
        </Button>
      )}
    </div>
  )
}

/** The first unused level; severe levels from 3 up are suggested first. */
function nextLevel(lines: readonly Line[]): OwnLimit['level'] {
  const taken = new Set(lines.map(({ level }) => level))
  return ([3, 2, 1, 4, 5] as const).find((level) => !taken.has(level)) ?? 3
}
