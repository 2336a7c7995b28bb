import '../theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { Root } from './root.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
createRoot(container).render(<Root />)
