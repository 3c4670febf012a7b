import { chmod, copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { run } from '../cluster/program.ts'

/** A flush that was under way when its process was stopped ends within this, in milliseconds. */
const underWay = 500

const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

/**
 * A small disk of its own: an ext4 file system in a file, mounted. Needs root. What has not been flushed is not in the file yet, so a
 * copy of the file is the disk as a power cut leaves it, provided that nothing writes to the disk while it is copied: the writer must
 * be stopped, and the file system flushes nothing by itself for ten minutes (`commit`; it does so every 5 s otherwise).
 */
export async function mountVolume(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'care-volume-'))
  // The user of the servers passes through it.
  await chmod(folder, 0o711)
  const image = join(folder, 'image')
  await writeFile(image, '')
  await truncate(image, megabytes * 1024 * 1024)
  await run('mkfs.ext4', ['-q', '-m', '0', image], { env })
  const mounted: string[] = []
  async function mount(file: string): Promise<string> {
    const path = join(folder, `mounted-${mounted.length}`)
    await mkdir(path)
    await run('mount', ['-o', 'loop,commit=600', file, path], { env })
    mounted.push(path)
    return path
  }
  return {
    path: await mount(image),
    /** Flushes everything, as the kernel does within half a minute. */
    flush: () => run('sync', [], { env }),
    /** The disk as it is now without what was not flushed, mounted. `writer` is stopped in the middle of whatever it does. */
    async afterPowerCut(writer: number): Promise<string> {
      process.kill(writer, 'SIGSTOP')
      await setTimeout(underWay)
      const copy = join(folder, `copy-${mounted.length}`)
      await copyFile(image, copy)
      return mount(copy)
    },
    async remove() {
      for (const path of mounted.reverse()) await run('umount', ['-l', path], { env })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
