import type { HTMLAttributes, Ref } from 'react';
import type { Offer } from './offers.ts';
import { Words } from './Words.tsx';

interface Props {
  offers: readonly Offer[];
  list: HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLDivElement> };
  option: (offer: Offer, index: number) => HTMLAttributes<HTMLElement>;
}

/** What can be picked, below the field in which it is typed; empty and hidden while there is nothing. */
export function OfferList({ offers, list, option }: Props) {
  return (
    <div className="offers" {...list} hidden={offers.length === 0}>
      {offers.map((offer, index) => (
        <div className="offer" key={offer.key} {...option(offer, index)}>
          <b>
            <Words text={offer.name} />
          </b>
          {offer.about && <small>{offer.about}</small>}
        </div>
      ))}
    </div>
  );
}
