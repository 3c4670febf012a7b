import { useEffect } from 'react'
import { Dialog } from '../ui/dialog.tsx'

/** What a key or two keys in a row do: words for the help, and the deed. */
export type Shortcuts = Record<string, readonly [words: string, act: () => void]>

const groups = new Map<string, Shortcuts>()

/** Listens for keys while the component is there, and tells of them in the help. Not while somebody types or a dialog is open. */
export function useShortcuts(group: string, shortcuts: Shortcuts): void {
  useEffect(() => {
    groups.set(group, shortcuts)
    let before = ''
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, select, textarea, [role$=dialog], [role=menu]')) return
      // Enter on a button or link is theirs.
      if (event.key === 'Enter' && target instanceof HTMLElement && target.closest('a, button')) return
      const act = shortcuts[`${before} ${event.key}`] ?? (before === 'g' ? undefined : shortcuts[event.key])
      before = event.key
      if (!act) return
      before = ''
      event.preventDefault()
      act[1]()
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      if (groups.get(group) === shortcuts) groups.delete(group)
    }
  })
}

/** All keys that do something now. */
export const ShortcutHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog light title="Keyboard shortcuts" open={open} onClose={onClose}>
    {[...groups].map(([group, shortcuts]) => (
      <section key={group}>
        <h3>{group}</h3>
        <dl className="keys">
          {Object.entries(shortcuts).map(([keys, [words]]) => (
            <div key={keys}>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
)
