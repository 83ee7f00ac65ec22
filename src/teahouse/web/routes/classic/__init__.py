"""What the web has for Classic alone: the scorer. `CLASSIC` names it all."""

from typing import Final

from teahouse.games.classic.scoring.complaints import COMPLAINTS
from teahouse.games.classic.scoring.table_score import Question
from teahouse.web.routes.classic.bodies import Scored
from teahouse.web.routes.classic.scoring import router
from teahouse.web.routes.game_routes import GameRoutes, Words

CLASSIC: Final = GameRoutes(
    router=router,
    types=(Question, Scored),
    sent_in=(Question,),
    words=(Words("Complaint", "Why a win cannot be scored.", tuple(COMPLAINTS)),),
)
