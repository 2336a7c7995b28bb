import type { FormInstance } from 'antd'

/** Takes the keyboard to the first field of a dialog that has opened, unless somebody quicker is in another already. */
export function focusFirst(form: FormInstance, name: string | undefined): void {
  if (document.activeElement?.closest('[role=dialog] form')) return
  form.focusField(name)
}
