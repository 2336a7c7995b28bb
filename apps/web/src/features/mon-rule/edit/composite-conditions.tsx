import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { MAX_CONDITIONS } from '@natim/domain/alarm/rule'
import { Button } from 'antd'
import { ClearControls, ConditionControls } from './branch-controls.tsx'
import styles from './edit.module.css'
import { ChoiceField, DurationField } from './fields.tsx'
import { type DraftBranch, type DraftCondition, firstCondition, replaced } from './rule-draft.ts'

const TYPES = [
  { value: 'threshold', label: '阈值' },
  { value: 'limit', label: '限值' },
  { value: 'rate', label: '变化率' },
  { value: 'deviation', label: '偏离基线' },
] as const satisfies readonly { readonly value: DraftCondition['type']; readonly label: string }[]

const JOINTS = [
  { value: 'and', label: '且' },
  { value: 'not', label: '且没有' },
] as const

interface ConditionsProps {
  readonly branch: Extract<DraftBranch, { type: 'composite' }>
  readonly unit: string
  /** Path of a key of the branch. */
  readonly at: (key: string) => string
  readonly named: (what: string) => string
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
}

/** Conditions combined with AND, one per line. The alarm shows the value of the first. */
export function CompositeConditions({ branch: { conditions }, unit, at, named, onChange }: ConditionsProps) {
  const change = (next: readonly DraftCondition[]) => onChange({ conditions: next })
  return (
    <div className={styles.conditions}>
      <ol aria-label={named('组合条件')}>
        {conditions.map((condition, index) => (
          <ConditionRow
            // Conditions have no ids; their order identifies them.
            key={index}
            condition={condition}
            isFirst={index === 0}
            unit={unit}
            at={(key) => at(`conditions.${index}.${key}`)}
            named={(what) => named(`条件 ${index + 1} ${what}`)}
            onChange={(part) => change(replaced(conditions, index, part))}
            onType={(type) =>
              change(conditions.with(index, { ...firstCondition(type), ...(condition.not && { not: true }) }))
            }
            onRemove={
              conditions.length > 2 && index > 0
                ? () => change(conditions.filter((_, other) => other !== index))
                : undefined
            }
          />
        ))}
      </ol>
      <p className={styles.add}>
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={() => change([...conditions, firstCondition('threshold')])}
        >
          添加条件
        </Button>
        <span className="t-caption">
          {conditions.length} / {MAX_CONDITIONS} 项 · 报警取第一项的数值；「或」另加一个分支
        </span>
      </p>
    </div>
  )
}

interface RowProps extends Pick<ConditionsProps, 'unit' | 'at' | 'named' | 'onChange'> {
  readonly condition: DraftCondition
  readonly isFirst: boolean
  readonly onType: (type: DraftCondition['type']) => void
  readonly onRemove: (() => void) | undefined
}

function ConditionRow({ condition, isFirst, onType, onRemove, ...rest }: RowProps) {
  const { at, named, onChange } = rest
  const controls = { branch: condition, ...rest }
  const hasClear = condition.type === 'threshold' || condition.type === 'limit'
  return (
    <li className={styles.conditionRow}>
      {isFirst ? (
        <span className={styles.first}>先看</span>
      ) : (
        <ChoiceField
          path={at('not')}
          label={named('关系')}
          options={[...JOINTS]}
          value={condition.not ? 'not' : 'and'}
          onChange={(joint) => onChange({ not: joint === 'not' ? true : undefined })}
        />
      )}
      <ChoiceField<DraftCondition['type']>
        path={at('type')}
        label={named('类型')}
        options={[...TYPES]}
        value={condition.type}
        onChange={onType}
      />
      <ConditionControls {...controls} />
      <span className={styles.part}>
        <span className={styles.word}>持续</span>
        <DurationField
          path={at('forS')}
          label={named('持续时间')}
          value={condition.forS}
          onChange={(forS) => onChange({ forS })}
        />
      </span>
      {hasClear && (
        <span className={styles.part}>
          <span className={styles.word}>恢复</span>
          <ClearControls {...controls} />
        </span>
      )}
      {onRemove && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={named('删除')}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
