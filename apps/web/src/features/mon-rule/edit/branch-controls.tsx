import type { ControlsProps } from './controls.ts'
import styles from './edit.module.css'
import { NumberField } from './fields.tsx'
import { Deviation, Limit, Rate, Threshold } from './figure-controls.tsx'
import { Cluster, Event, Index, Status, ToxicLoad } from './place-controls.tsx'

/** Controls of the raise condition, by branch type. */
export function ConditionControls({ branch, ...rest }: ControlsProps) {
  switch (branch.type) {
    case 'threshold':
      return <Threshold branch={branch} {...rest} />
    case 'limit':
      return <Limit branch={branch} {...rest} />
    case 'rate':
      return <Rate branch={branch} {...rest} />
    case 'deviation':
      return <Deviation branch={branch} {...rest} />
    case 'status':
      return <Status branch={branch} {...rest} />
    case 'event':
      return <Event branch={branch} {...rest} />
    case 'toxicLoad':
      return <ToxicLoad branch={branch} {...rest} />
    case 'composite':
      return <span className={styles.word}>以下各项同时成立</span>
    case 'index':
      return <Index branch={branch} {...rest} />
    case 'cluster':
      return <Cluster branch={branch} {...rest} />
    default:
      return <span className={styles.word}>{branch.type === 'nodata' ? '没有可用数据' : '数值僵死'}</span>
  }
}

/** Controls of the clear condition. */
export function ClearControls({ branch, unit, at, named, onChange }: ControlsProps) {
  if (branch.type === 'limit')
    return (
      <>
        <span className={styles.word}>低于</span>
        <NumberField
          path={at('clearShare')}
          label={named('恢复比例')}
          unit="%"
          value={Math.round((branch.clearShare ?? 0.9) * 10_000) / 100}
          onChange={(percent) => onChange({ clearShare: percent === undefined ? undefined : percent / 100 })}
        />
      </>
    )
  if (branch.type === 'threshold')
    return (
      <>
        <span className={styles.word}>{branch.op.startsWith('>') ? '低于' : '高于'}</span>
        <NumberField
          path={at('clearValue')}
          label={named('恢复值')}
          unit={unit}
          placeholder="自动"
          value={branch.clearValue}
          onChange={(clearValue) => onChange({ clearValue })}
        />
      </>
    )
  return <span className={styles.word}>{branch.type === 'cluster' ? '数量不足' : '不再成立'}</span>
}
