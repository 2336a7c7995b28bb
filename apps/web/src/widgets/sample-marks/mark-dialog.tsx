import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MarkForm, type MarkFormProps } from './mark-form.tsx'

const WIDTH_PX = 460

/** {@link MarkForm} as a dialog: for phones, and for pages without room beside the brush. */
export const MarkDialog = (props: MarkFormProps) => (
  <Dialog open title="标记样本" width={WIDTH_PX} footer={null} onCancel={props.onCancel}>
    <MarkForm {...props} />
  </Dialog>
)
