import { useEditorContext, useListContext } from '../context.ts'
import type { ResourceRow } from '../define-resource.ts'
import { useMay } from '../use-may.ts'
import { rowName } from './row-name.ts'
import { TextLink } from './text-link.tsx'

/** 编辑: opens the editor with the row. */
export function EditLink<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, edit } = useEditorContext<Row>()
  const mayEdit = useMay(resource.endpoints.update)
  if (!mayEdit) return null
  return (
    <TextLink label={`编辑 ${rowName(row)}`} onClick={() => edit(row)}>
      编辑
    </TextLink>
  )
}

/** 删除: asks, then deletes the row. */
export function RemoveLink<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, remove } = useListContext<Row>()
  const mayRemove = useMay(resource.endpoints.remove)
  if (!mayRemove) return null
  return (
    <TextLink isDanger label={`删除 ${rowName(row)}`} onClick={() => remove(row)}>
      删除
    </TextLink>
  )
}
