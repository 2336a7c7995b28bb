import { MODAL_PX } from '@natim/contract/constants'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { Checkbox, Input, Segmented, Spin, Tree } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { flatNodes, type LazyNode } from '../lazy-tree/tree-levels.ts'
import { ChosenTags } from '../picker/chosen-tags.tsx'
import { type Pair, togglePair } from '../picker/pair.ts'
import styles from '../picker/picker.module.css'
import type { PickerDialogProps } from '../picker/picker.tsx'
import { useDraft } from '../picker/use-draft.ts'
import { departNodes } from './depart-nodes.ts'

export interface DepartPickerModalProps extends PickerDialogProps {
  readonly store: string
  readonly text: string
  readonly isMulti: boolean
}

/** 选择部门: a tree with checkboxes, or the results of a name search. */
export function DepartPickerModal({ isOpen, chosen, onOk, onCancel, onClosed, ...field }: DepartPickerModalProps) {
  const [draft, setDraft] = useDraft(chosen)
  const [keyword, setKeyword] = useState('')
  const parts = { ...field, draft, onChoose: setDraft }
  return (
    <Dialog
      open={isOpen}
      title="选择部门"
      width={MODAL_PX.departPicker}
      onOk={() => onOk(draft)}
      onCancel={onCancel}
      afterClose={onClosed}
    >
      <div className={styles.found}>
        <Input.Search
          aria-label="部门名称"
          placeholder="按部门名称搜索，回车"
          allowClear
          onSearch={(text) => setKeyword(text.trim())}
        />
        <ChosenTags chosen={draft} onChoose={setDraft} />
        <div className={styles.tall}>
          {keyword === '' ? <DepartTree {...parts} /> : <FoundDeparts {...parts} keyword={keyword} />}
        </div>
      </div>
    </Dialog>
  )
}

interface PartProps extends Omit<DepartPickerModalProps, keyof PickerDialogProps> {
  readonly draft: readonly Pair[]
  readonly onChoose: (draft: readonly Pair[]) => void
}

const toPair = ({ value, title }: LazyNode): Pair => ({ value, text: title })

function DepartTree({ store, text, isMulti, draft, onChoose }: PartProps) {
  const { data, error, isLoading, refetch } = useEndpoint(departTreeEndpoints.tree, { query: {} })
  const [isLinked, setIsLinked] = useState(false)
  if (error && data === undefined) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (isLoading) return <Spin />
  const nodes = departNodes(data ?? [], store, text)
  if (nodes.length === 0) return <EmptyState title="没有部门" />
  const all = flatNodes(nodes)
  const chooseKeys = (keys: readonly string[]) => {
    const elsewhere = draft.filter(({ value }) => !all.some((node) => node.key === value))
    onChoose([...elsewhere, ...all.filter(({ key }) => keys.includes(key)).map(toPair)])
  }
  return (
    <>
      {isMulti && (
        <Segmented
          size="small"
          aria-label="勾选方式"
          value={isLinked ? '父子关联' : '取消关联'}
          options={['取消关联', '父子关联']}
          onChange={(mode) => setIsLinked(mode === '父子关联')}
        />
      )}
      <Tree
        aria-label="部门"
        blockNode
        checkable
        selectable={false}
        checkStrictly={!isLinked}
        defaultExpandedKeys={nodes.map(({ key }) => key)}
        treeData={nodes}
        checkedKeys={draft.map(({ value }) => value)}
        onCheck={(keys, { node }) => {
          if (isLinked && Array.isArray(keys)) chooseKeys(keys.map(String))
          else onChoose(togglePair(draft, toPair(node), isMulti))
        }}
      />
    </>
  )
}

function FoundDeparts({ store, text, isMulti, draft, onChoose, keyword }: PartProps & { readonly keyword: string }) {
  const { data, error, isLoading, isPlaceholderData } = useEndpoint(departTreeEndpoints.search, {
    query: { keyWord: keyword },
  })
  if (isLoading || isPlaceholderData) return <Spin />
  // The server's message says that nothing was found.
  if (error) return <EmptyState title={error.message} hint="清空搜索后显示部门树" />
  return (
    <div className={styles.found} role="group" aria-label="搜索结果">
      {departNodes(data ?? [], store, text).map((node) => (
        <Checkbox
          key={node.key}
          checked={draft.some(({ value }) => value === node.value)}
          onChange={() => onChoose(togglePair(draft, toPair(node), isMulti))}
        >
          {node.title}
        </Checkbox>
      ))}
    </div>
  )
}
