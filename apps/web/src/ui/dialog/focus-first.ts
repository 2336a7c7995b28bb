import type { FormInstance } from 'antd'

/** Focuses the first field of an opened dialog, unless the user is already in another. */
export function focusFirst(form: FormInstance, name: string | undefined): void {
  if (document.activeElement?.closest('[role=dialog] form')) return
  form.focusField(name)
}
