import { Input, Switch } from 'antd'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { FormContainer } from './form-container.tsx'

const form = (disabled: boolean) => (
  <FormContainer disabled={disabled} edit={<Input aria-label="批注" placeholder="批注，始终可填" />}>
    <div className="stack">
      <Input aria-label="名称" defaultValue="江北化工园区东门" />
      <Switch aria-label="启用" defaultChecked />
    </div>
  </FormContainer>
)

export const gallery: GalleryEntry = {
  title: '表单容器',
  states: [
    { name: '可编辑', render: () => form(false) },
    { name: '只读，批注除外', render: () => form(true) },
  ],
}
