import { type CategoryNode, categoryAdminEndpoints, categoryEndpoints } from '@natim/contract/system/category'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import styles from './category.module.css'
import { category } from './category-resource.ts'
import { CategoryTable } from './category-table.tsx'
import { matching } from './category-tree.ts'

const WHOLE_TREE = { query: { async: 'false', pcode: '' } } as const

/** 分类字典 (SY-46): the whole tree, searched on the client. */
export default function CategoryListPage() {
  const list = R.useResourceList(category)
  const editor = R.useResourceEditor(category, { onSaved: list.reload })
  const { data, error, isLoading, isFetching, refetch } = useEndpoint(categoryEndpoints.treeRoot, WHOLE_TREE)
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [parent, setParent] = useState<CategoryNode>()
  const remove = R.useTreeRemoval(categoryAdminEndpoints, () => {
    setTicked([])
    list.reload()
  })
  const add = (below: CategoryNode | undefined) => {
    setParent(below)
    editor.create()
  }
  const entityLabel = parent && !editor.row ? `「${parent.name}」的下级分类` : category.entityLabel
  return (
    <R.ResourcePage
      list={list}
      editor={{
        ...editor,
        resource: { ...category, entityLabel },
        save: (values) => editor.save(editor.row ? values : { ...values, pid: parent?.key }),
      }}
    >
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton onClick={() => add(undefined)} />
      </R.Toolbar>
      <Panel
        className={styles.panel ?? ''}
        isReloading={isFetching && !isLoading}
        {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
      >
        <SearchBar
          count={ticked.length}
          onWords={setWords}
          onRemove={() => void remove(ticked, `所选 ${ticked.length} 个分类`)}
        />
        <CategoryTable
          nodes={matching(data ?? [], words.trim())}
          isOpen={words.trim() !== ''}
          isLoading={isLoading}
          ticked={ticked}
          onTick={setTicked}
          onAdd={add}
          onEdit={({ key, name }) => editor.edit({ id: key, name } as never)}
          onRemove={({ key, name }) => void remove([key], `「${name}」`)}
        />
      </Panel>
      <R.EditorModal width={520} />
    </R.ResourcePage>
  )
}

interface SearchBarProps {
  /** Number of selected rows. */
  readonly count: number
  readonly onWords: (words: string) => void
  readonly onRemove: () => void
}

function SearchBar({ count, onWords, onRemove }: SearchBarProps) {
  const mayRemove = R.useMay(categoryAdminEndpoints.removeMany)
  return (
    <div className={styles.bar}>
      <Input.Search
        allowClear
        className={styles.search ?? ''}
        aria-label="查找分类"
        placeholder="名称或编码"
        onChange={(event) => onWords(event.target.value)}
      />
      {mayRemove && count > 0 && (
        <>
          <span className="t-secondary">已选择 {count} 项</span>
          <Button danger type="link" onClick={onRemove}>
            批量删除
          </Button>
        </>
      )}
    </div>
  )
}
