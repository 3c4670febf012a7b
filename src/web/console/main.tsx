import './shell/theme.css'
import './shell/layout.css'
import './ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
