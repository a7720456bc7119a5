#include "reference/verify.h"
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    (void)r,(void)message,(void)length; return REFERENCE_MATCH;
}
const reference_row reference_communities = {.check = check, .textbook = true};
