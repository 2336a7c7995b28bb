import './first-page.ts'
import '../theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../lib/config.ts'
import { Root } from './root.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const root = createRoot(container)
void loadConfig().then(() => root.render(<Root />))
