import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MarkForm, type MarkFormProps } from './mark-form.tsx'

const WIDTH_PX = 460

/** {@link MarkForm} over a page: for phones, and for pages whose brush has no room beside it. */
export const MarkDialog = (props: MarkFormProps) => (
  <Dialog open title="标记样本" width={WIDTH_PX} footer={null} onCancel={props.onCancel}>
    <MarkForm {...props} />
  </Dialog>
)
