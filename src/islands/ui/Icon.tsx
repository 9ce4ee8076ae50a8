import sprite from '../../assets/icons.svg?url&no-inline';
import type { IconName } from '#lib/values/icons.ts';

/** The same sprite as components/ui/Icon.astro. `label` only for an icon without text beside it. */
export function Icon({ name, className, label }: { name: IconName; className?: string; label?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      aria-hidden={label ? undefined : true}
      role={label ? 'img' : undefined}
      aria-label={label}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
