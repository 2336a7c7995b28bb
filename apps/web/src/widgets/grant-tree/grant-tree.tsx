import type { GrantTree as GrantChoices, MenuChoice } from '@natim/contract/system/permission'
import { Button, Segmented, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { type GrantIndex, indexOf, missingRowPage, ticked } from './grant-model.ts'
import styles from './grant-tree.module.css'

export interface GrantTreeProps {
  readonly choices: GrantChoices
  readonly value: ReadonlySet<string>
  readonly onChange: (value: ReadonlySet<string>) => void
  readonly disabled?: boolean
  /** Opens the data rules of a menu. */
  readonly onRules?: (node: MenuChoice) => void
}

interface DrawnNode {
  readonly key: string
  readonly title: string
  readonly choice: MenuChoice
  readonly children: DrawnNode[]
}

const drawn = (choices: readonly MenuChoice[]): DrawnNode[] =>
  choices.map((choice) => ({
    key: choice.key,
    title: choice.slotTitle,
    choice,
    children: drawn(choice.children ?? []),
  }))

/** Tree of menus and rights to tick, for roles and departments (SY-26, SY-39). */
export function GrantTree({ choices, value, onChange, disabled = false, onRules }: GrantTreeProps) {
  const index = useMemo(() => indexOf(choices.treeList), [choices])
  const nodes = useMemo(() => drawn(choices.treeList), [choices])
  const [isLinked, setIsLinked] = useState(true)
  const [expanded, setExpanded] = useState<readonly string[]>(() => choices.treeList.map(({ key }) => key))
  if (nodes.length === 0) return <EmptyState title="没有可授予的权限" />
  return (
    <div className={styles.grants}>
      <GrantTools
        {...{ index, value, disabled, isLinked }}
        onLinked={setIsLinked}
        onExpand={(isOpen) => setExpanded(isOpen ? [...index.nodes.keys()] : [])}
        onChange={onChange}
      />
      <Tree<DrawnNode>
        aria-label="权限"
        blockNode
        checkable
        checkStrictly
        selectable={false}
        disabled={disabled}
        treeData={nodes}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        checkedKeys={{ checked: [...value], halfChecked: [] }}
        onCheck={(_keys, { node, checked }) => onChange(ticked(index, value, node.key, { isOn: checked, isLinked }))}
        titleRender={({ choice }) => (
          <GrantTitle
            choice={choice}
            onRules={value.has(choice.key) ? onRules : undefined}
            missing={disabled ? undefined : missingRowPage(index, value, choice.key)}
            onAdd={({ key }) => onChange(ticked(index, value, key, { isOn: true, isLinked }))}
          />
        )}
      />
    </div>
  )
}

interface GrantToolsProps extends Required<Pick<GrantTreeProps, 'value' | 'onChange' | 'disabled'>> {
  readonly index: GrantIndex
  readonly isLinked: boolean
  readonly onLinked: (isLinked: boolean) => void
  readonly onExpand: (isOpen: boolean) => void
}

function GrantTools({ index, value, onChange, disabled, isLinked, onLinked, onExpand }: GrantToolsProps) {
  return (
    <div className={styles.tools}>
      <Segmented
        size="small"
        aria-label="勾选方式"
        value={isLinked}
        onChange={onLinked}
        options={[
          { value: true, label: '父子关联' },
          { value: false, label: '取消关联' },
        ]}
      />
      <span className={styles.count}>
        已选 {value.size} / {index.nodes.size}
      </span>
      <Button size="small" type="text" disabled={disabled} onClick={() => onChange(new Set(index.nodes.keys()))}>
        全部勾选
      </Button>
      <Button size="small" type="text" disabled={disabled} onClick={() => onChange(new Set())}>
        全部取消
      </Button>
      <Button size="small" type="text" onClick={() => onExpand(true)}>
        全部展开
      </Button>
      <Button size="small" type="text" onClick={() => onExpand(false)}>
        全部收起
      </Button>
    </div>
  )
}

interface GrantTitleProps {
  readonly choice: MenuChoice
  /** Only for a granted menu: rules belong to a grant. */
  readonly onRules: ((node: MenuChoice) => void) | undefined
  /** Page without which the rows of this list cannot be opened. */
  readonly missing: MenuChoice | undefined
  readonly onAdd: (page: MenuChoice) => void
}

function GrantTitle({ choice, onRules, missing, onAdd }: GrantTitleProps) {
  return (
    <span className={styles.title}>
      <span>{choice.slotTitle}</span>
      {choice.ruleFlag === 1 && (
        <button
          type="button"
          className={styles.rules}
          disabled={onRules === undefined}
          aria-label={`${choice.slotTitle}的数据规则`}
          onClick={(event) => {
            event.stopPropagation()
            onRules?.(choice)
          }}
        >
          数据规则
        </button>
      )}
      {missing && (
        <button
          type="button"
          className={styles.rules}
          title={`没有「${missing.slotTitle}」，列表中的链接打不开`}
          onClick={(event) => {
            event.stopPropagation()
            onAdd(missing)
          }}
        >
          同时授予{missing.slotTitle}
        </button>
      )}
    </span>
  )
}
