import { useRef, useState } from 'react'
import { useEditorContext, useListContext } from '../context.ts'
import type { ResourceRow } from '../define-resource.ts'
import type { RemovalQuestion } from '../removal-question.ts'
import { useMay } from '../use-may.ts'
import { RemovalConfirm } from './removal-confirm.tsx'
import { rowName } from './row-name.ts'
import styles from './text-link.module.css'
import { TextLink } from './text-link.tsx'

/** 详情: opens the editor read-only for the row. */
export function DetailLink<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, view } = useEditorContext<Row>()
  return (
    <TextLink label={`详情 ${rowName(resource, row)}`} onClick={() => view(row)}>
      详情
    </TextLink>
  )
}

/** 编辑: opens the editor for the row. */
export function EditLink<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, edit } = useEditorContext<Row>()
  const mayEdit = useMay(resource.endpoints.update)
  if (!mayEdit) return null
  return (
    <TextLink label={`编辑 ${rowName(resource, row)}`} refusal={row.refusals?.update} onClick={() => edit(row)}>
      编辑
    </TextLink>
  )
}

/** 删除: asks beside the row, listing its references, then deletes it. */
export function RemoveLink<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, removalOf, removeAsked, remove } = useListContext<Row>()
  const anchor = useRef<HTMLSpanElement>(null)
  const [question, setQuestion] = useState<RemovalQuestion>()
  const mayRemove = useMay(resource.endpoints.remove)
  if (!mayRemove) return null
  const ask = async () => {
    const asked = await removalOf(row)
    // A typed confirmation needs more room than the popover beside a row.
    if (asked.typed === undefined) setQuestion(asked)
    else remove(row, asked)
  }
  const close = () => {
    setQuestion(undefined)
    anchor.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={anchor} className={styles.anchor}>
      <TextLink
        isDanger
        label={`删除 ${rowName(resource, row)}`}
        refusal={row.refusals?.remove}
        onClick={() => void ask()}
      >
        删除
      </TextLink>
      {question && <RemovalConfirm question={question} onConfirm={() => removeAsked(row)} onClose={close} />}
    </span>
  )
}
