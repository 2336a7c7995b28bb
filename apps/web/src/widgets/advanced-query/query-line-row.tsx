import { MinusCircleOutlined, PlusCircleOutlined } from '@ant-design/icons'
import { filledLines, type QueryLine, type QueryRule } from '@natim/contract/super-query'
import { Button, Select, TreeSelect } from 'antd'
import { useMemo } from 'react'
import styles from './advanced-query.module.css'
import { fieldTree, type QueryField, RULE_CAPTIONS, rulesOf, withField, withRule } from './query-field.ts'
import { QueryValue } from './value-controls.tsx'

export interface QueryLineRowProps {
  readonly fields: readonly QueryField[]
  readonly line: QueryLine
  /** Position in the list, from 1; part of the control labels. */
  readonly place: number
  /** Other lines are filled: an empty one shows that it is ignored. */
  readonly isHinted: boolean
  readonly onChange: (line: QueryLine) => void
  readonly onAdd: () => void
  readonly onRemove: () => void
}

/** One condition: field, rule, value, and buttons to add and remove lines (WG-151). */
export function QueryLineRow({ fields, line, place, isHinted, onChange, onAdd, onRemove }: QueryLineRowProps) {
  const tree = useMemo(() => fieldTree(fields), [fields])
  const isEmpty = isHinted && line.field !== undefined && filledLines([line]).length === 0
  return (
    <li className={styles.line}>
      <TreeSelect
        aria-label={`条件 ${place} 字段`}
        className={styles.field}
        placeholder="选择查询字段"
        treeData={[...tree]}
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        popupMatchSelectWidth={false}
        value={line.field}
        onChange={(name: string) => onChange(withField(line, name, fields))}
      />
      <Select<QueryRule>
        aria-label={`条件 ${place} 规则`}
        className={styles.rule}
        placeholder="匹配规则"
        options={rulesOf(line).map((rule) => ({ value: rule, label: RULE_CAPTIONS[rule] }))}
        value={line.rule}
        onChange={(rule) => onChange(withRule(line, rule))}
      />
      <div className={styles.value} data-empty={isEmpty || undefined}>
        <QueryValue
          // Remounts for another kind of control.
          key={`${line.field}:${line.rule === 'in'}`}
          line={line}
          label={`条件 ${place} 值`}
          onChange={(val) => onChange({ ...line, val })}
        />
        {isEmpty && <p className={styles.hint}>空条件将被忽略</p>}
      </div>
      <span className={styles.buttons}>
        <Button type="text" icon={<PlusCircleOutlined />} aria-label={`在条件 ${place} 后添加`} onClick={onAdd} />
        <Button type="text" icon={<MinusCircleOutlined />} aria-label={`删除条件 ${place}`} onClick={onRemove} />
      </span>
    </li>
  )
}
